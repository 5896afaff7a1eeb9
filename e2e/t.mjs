import { toHtml } from '@studio/engine/build-document';
import { compile } from '@studio/engine/compile';

const base = {
  framework: 'vanilla',
  cssFramework: 'none',
  typescript: false,
  buildTool: 'default',
  frameworkVersion: 17,
  vueSfc: false,
};
const target = { mode: 'development', libraries: 'local', moduleCdn: null, guardLoops: true };
const go = async (js, cfg = {}, html = '', css = '', t = {}) => {
  const r = await compile({ html, css, js, frameworkConfig: { ...base, ...cfg } }, { ...target, ...t });
  console.log('-----', JSON.stringify(js).slice(0, 70));
  for (const p of r.problems) console.log('  P', JSON.stringify(p));
  if (r.document) console.log(toHtml(r.document));
};
await go('ReactDOM.render(<b>hi</b>, document.body)', { framework: 'react' }, '<div id=root></div>');
await go(
  'import {useState} from "react";\nimport {createRoot} from "react-dom/client"; import "./style.css"\nconst x: number = 1;\n',
  { framework: 'react', typescript: true, frameworkVersion: 18, buildTool: 'vite' },
);
await go('import {debounce as d} from "lodash"; import x from "./y.js"');
await go('import {debounce as d} from "lodash";');
await go(
  'import {debounce as d} from "lodash"; import("three")',
  {},
  '<script type="importmap">{"imports":{"three":"/x"}}</script>',
  '',
  { moduleCdn: 'https://esm.sh/' },
);
await go('const a = ;\n');
await go('import a from "b"; const a = ;\n');
await go('await 1; let a=1; let a=2');
await go('const a: = ;\n', { typescript: true });
await go(
  '<script setup>\nimport { ref } from "vue"\nconst n = ref(1)\nfunction f(){ for(;;){}\n}\n</script>\n<template><b @click="n++">{{n}}</b></template>\n<style scoped>b{color:red}</style>',
  { framework: 'vue', vueSfc: true },
);
await go('<template><b>{{ n + }}</b></template>', { framework: 'vue', vueSfc: true });
await go('<script setup>\nconst a = ;\n</script>', { framework: 'vue', vueSfc: true });
await go(
  '',
  { cssFramework: 'bootstrap' },
  '<!doctype html><html><head><base href="/x"></head><body><script>while(1);</script><script type=module>import "vue";\nfor(;;){}</script></body>',
  'a{}',
);
