import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { storeProject } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

interface Counter {
  name: string;
  config: Partial<FrameworkConfig>;
  html: string;
  js: string;
}

const reactCounter = (mount: string) => `type Props = { start: number };
function Counter({ start }: Props) {
  const [count, setCount] = React.useState<number>(start);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
${mount}`;
const root = '<div id="root"></div>';
const tsx = { framework: 'react', typescript: true } as const;

/** The same counter in every language and framework of the studio. */
const counters: Counter[] = [
  {
    name: 'React 17, TSX',
    config: { ...tsx, frameworkVersion: 17 },
    html: root,
    js: reactCounter('ReactDOM.render(<Counter start={1} />, document.getElementById("root"));'),
  },
  {
    name: 'React 18, TSX',
    config: { ...tsx, frameworkVersion: 18 },
    html: root,
    js: reactCounter('ReactDOM.createRoot(document.getElementById("root")!).render(<Counter start={1} />);'),
  },
  {
    name: 'React 19, a Vite module that imports',
    config: { ...tsx, frameworkVersion: 19, buildTool: 'vite' },
    html: root,
    js: `import { createRoot } from 'react-dom/client';
import React from 'react';
import './style.css';
${reactCounter('createRoot(document.getElementById("root")!).render(<Counter start={Number(React === window.React)} />);')}`,
  },
  {
    name: 'Vue, a template in the page',
    config: { framework: 'vue' },
    html: '<div id="app"><button @click="count++">{{ count }}</button></div>',
    js: 'Vue.createApp({ data: () => ({ count: 1 }) }).mount("#app");',
  },
  {
    name: 'Vue, a single-file component',
    config: { framework: 'vue', vueSfc: true },
    html: '',
    js: `<script setup lang="ts">
import { ref } from 'vue';
const count = ref<number>(1);
</script>
<template><button @click="count++">{{ count }}</button></template>
<style scoped>button { color: rgb(1, 2, 3); }</style>`,
  },
  {
    name: 'Vue, a component with modules of styles',
    config: { framework: 'vue', vueSfc: true },
    html: '',
    js: `<script setup>
import { ref, useCssModule } from 'vue';
const isEqual = (name, other) => getComputedStyle(document.querySelector('.' + name)).color === other;
const count = ref(0), styles = useCssModule();
const add = () => { count.value += isEqual(styles.shown, 'rgb(1, 2, 3)') ? 1 : 0; };
requestAnimationFrame(add);
</script>
<template><button :class="$style.shown" @click="add">{{ count }}</button></template>
<style module>.shown { color: rgb(1, 2, 3); }</style>`,
  },
  {
    name: 'TypeScript',
    config: { typescript: true },
    html: '<button>1</button>',
    js: `enum Step { One = 1 }
const button = document.querySelector<HTMLButtonElement>('button')!;
button.onclick = (): void => { button.textContent = String(Number(button.textContent) + Step.One); };`,
  },
  {
    name: 'TypeScript with namespaces, decorators and using',
    config: { typescript: true },
    html: '<button>1</button>',
    js: `namespace Counting { export let count = 1; export const add = () => ++count; }
function shown(method: () => number, _: ClassMethodDecoratorContext) {
  return function (this: Counter) { using _ = { [Symbol.dispose]: () => { this.done = true } }; return method.call(this); };
}
class Counter {
  accessor done = false;
  @shown next() { return Counting.add(); }
}
const counter = new Counter();
const button = document.querySelector('button') satisfies HTMLButtonElement | null;
button!.onclick = () => { const next = counter.next(); if (counter.done) button!.textContent = String(next); };`,
  },
  ...([17, 18, 19] as const).map((frameworkVersion) => ({
    name: `React ${frameworkVersion} that renders to text`,
    config: { frameworkVersion },
    html: root,
    js: `import { createElement, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
const Button = ({ count }) => createElement('button', null, useState(count)[0]);
let count = 0;
const place = document.querySelector('#root');
const show = () => { place.innerHTML = renderToStaticMarkup(createElement(Button, { count: ++count })); };
place.onclick = show;
show();`,
  })),
  {
    name: 'JSX of a library of its own, in a module with import.meta.env',
    config: tsx,
    html: root,
    js: `/** @jsx h */
declare const ReactDOM: unknown;
const h = (name: string, props: object | null, ...children: unknown[]) => Object.assign(document.createElement(name), props, { textContent: children.join('') });
const { BASE_URL, SSR, DEV, PROD } = import.meta.env;
let count = BASE_URL === '/' && !SSR && DEV !== PROD ? 1 : 0;
const button = <button onclick={() => { button.textContent = String(++count); }}>{count}</button>;
document.querySelector('#root')!.append(button);
export {};`,
  },
];

for (const { name, config, html, js } of counters) {
  const tag = name.includes('Vite module') ? '@smoke' : [];
  test(`${name}: runs in the preview and in the embed, from the studio alone`, { tag }, async ({
    studio,
    account,
    open,
    visit,
  }) => {
    const frameworkConfig = { ...defaultFrameworkConfig, ...config };
    const project = await storeProject(studio, account, {
      title: name,
      html,
      js,
      isEmbeddable: true,
      frameworkConfig,
    });
    const studioPage = await open(account, `/project/${project.id}`);
    const embed = await visit(`${studio.url}/embed/${project.id}`);
    for (const place of [studioPage.preview.document, embed.frameLocator('iframe[title="Live Preview"]')]) {
      const button = place.getByRole('button');
      await expect(button).toHaveText('1', { timeout: 30_000 });
      await button.press('Enter');
      await expect(button).toHaveText('2');
      if (config.vueSfc) await expect(button).toHaveCSS('color', 'rgb(1, 2, 3)');
    }
    await studioPage.consoleToggle.click();
    await expect(studioPage.console.panel).toContainText('output will appear here');
  });
}

test('a module: what the studio does not include is named in the console, and the page stands', async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Module',
    html: '<p>stands</p>',
    js: 'import moment from "moment";\nmoment();',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.getByText('stands')).toBeVisible();
  await expect(studioPage.console.row('error')).toContainText('does not know the package "moment"');
  await studioPage.js.replace(
    'import { h } from "vue";\nconst out = document.querySelector("p");\nout.textContent = await h("b").type;',
  );
  await expect(studioPage.preview.document.locator('p')).toHaveText('b');
});

test('a script that cannot be read leaves the last page up, and says where', { tag: '@smoke' }, async ({
  studio,
  account,
  open,
}) => {
  const project = await storeProject(studio, account, {
    title: 'Broken',
    html: '<p>x</p>',
    js: 'document.querySelector("p").textContent = "ran"',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.preview.document.getByText('ran')).toBeVisible();
  await studioPage.js.replace('\n\nconst a = ;');
  await expect(studioPage.console.panel).toContainText(/Unexpected token/);
  await expect(studioPage.console.panel).toContainText('script.js:3:11');
  await expect(studioPage.preview.document.getByText('ran')).toBeVisible();
});

test('H71: a loop without end is stopped and named by its line, wherever it stands', {
  tag: ['@solo', '@nightly'],
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    title: 'Loops',
    html: '<p>shown</p>\n<script>\nwhile (true) { try { for (;;) {} } catch {} }\n</script>\n<b>and on</b>',
    js: 'document.querySelector("b").textContent = "ran";',
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('Stopped: possible infinite loop (line 3)');
  await expect(studioPage.console.panel).toContainText('index.html:3:22');
  await expect(studioPage.preview.document.locator('b')).toHaveText('ran');
  await studioPage.html.replace('<b>and on</b>');
  await studioPage.js.replace(
    'await new Promise((later) => setTimeout(later, 500));\n\n\nfor (const a = [1]; ; ) a.length;',
  );
  await expect(studioPage.console.panel).toContainText('Stopped: possible infinite loop (line 4)', {
    timeout: 20_000,
  });
  await expect(studioPage.console.panel).toContainText('script.js:4:1');
  await studioPage.js.replace(
    'let n = 0; while (n < 1e7) n++; document.querySelector("b").textContent = "done";',
  );
  await expect(studioPage.preview.document.locator('b')).toHaveText('done');
});

test('React that failed to load is loaded once more, and then its absence is an error', {
  tag: '@nightly',
}, async ({ studio, account, open }) => {
  const project = await storeProject(studio, account, {
    title: 'Late',
    html: '<p id="out">waits</p>',
    js: 'const text: string = React.version;\ndocument.getElementById("out")!.textContent = text;\nconsole.log(document.currentScript);',
    frameworkConfig: { ...defaultFrameworkConfig, ...tsx },
  });
  const studioPage = await open(account);
  let failures = 1;
  await studioPage.page.route('**/lib/react@17*/**', (route) =>
    failures-- > 0 ? route.abort() : route.continue(),
  );
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await expect(studioPage.preview.document.locator('#out')).toHaveText('17.0.2', { timeout: 30_000 });
  failures = Number.POSITIVE_INFINITY;
  await studioPage.page.goto(`${studio.url}/project/${project.id}`);
  await studioPage.consoleToggle.click();
  await expect(studioPage.console.panel).toContainText('Preview Error: React libraries are not loaded');
  await expect(studioPage.preview.document.locator('#out')).toHaveText('waits');
});

test('a component that a React script only exports is a warning that says what to add', async ({
  studio,
  account,
  open,
}) => {
  const js = 'export default function App() {\n  return <h1>Hello</h1>;\n}\n';
  const frameworkConfig = { ...defaultFrameworkConfig, framework: 'react', frameworkVersion: 19 } as const;
  const project = await storeProject(studio, account, {
    title: 'Exported',
    html: root,
    css: '',
    js,
    frameworkConfig,
  });
  const studioPage = await open(account, `/project/${project.id}`);
  await studioPage.consoleToggle.click();
  const call = "ReactDOM.createRoot(document.getElementById('root')).render(<App />)";
  const warning = studioPage.console.row('Nothing renders App');
  await expect(warning).toContainText(`Add ${call}`);
  await expect(warning.getByRole('button', { name: 'script.js:1:1' })).toBeVisible();
  await studioPage.js.replace(`${js}${call};`);
  await expect(studioPage.preview.document.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(warning).toHaveCount(0);
});
