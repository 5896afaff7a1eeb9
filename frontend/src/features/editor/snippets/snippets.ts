import type { Snippet } from './snippet.ts';

/** Snippets of JavaScript and TypeScript, whatever the framework. */
export const scriptSnippets: readonly Snippet[] = [
  { name: 'log', text: 'Write to the console', body: 'console.log(${1:value});$0' },
  { name: 'func', text: 'A function', body: 'function ${1:name}(${2}) {\n\t$0\n}' },
  { name: 'arrow', text: 'An arrow function', body: 'const ${1:name} = (${2}) => {\n\t$0\n};' },
  {
    name: 'query',
    text: 'Find an element',
    body: "const ${1:element} = document.querySelector('${2:#id}');$0",
  },
  {
    name: 'listen',
    text: 'Do something on an event',
    body: "${1:element}.addEventListener('${2:click}', (${3:event}) => {\n\t$0\n});",
  },
  { name: 'each', text: 'For each of many', body: 'for (const ${1:item} of ${2:items}) {\n\t$0\n}' },
  { name: 'timeout', text: 'Do something later', body: 'setTimeout(() => {\n\t$0\n}, ${1:1000});' },
  {
    name: 'frame',
    text: 'Draw again and again',
    body: 'function ${1:draw}(${2:now}) {\n\t$0\n\trequestAnimationFrame(${1:draw});\n}\nrequestAnimationFrame(${1:draw});',
  },
  {
    name: 'fetch',
    text: 'Fetch JSON',
    body: "const response = await fetch('${1:/data.json}');\nif (!response.ok) throw new Error(`\\${response.status}`);\nconst ${2:data} = await response.json();$0",
  },
  {
    name: 'try',
    text: 'Try, and tell what went wrong',
    body: 'try {\n\t$0\n} catch (error) {\n\tconsole.error(error);\n}',
  },
  { name: 'class', text: 'A class', body: 'class ${1:Name} {\n\tconstructor(${2}) {\n\t\t$0\n\t}\n}' },
  { name: 'import', text: 'Import from a module', body: "import { $2 } from '${1:module}';$0" },
  {
    name: 'store',
    text: 'Keep a value in the browser',
    body: "localStorage.setItem('${1:key}', JSON.stringify(${2:value}));$0",
  },
];

export const reactSnippets: readonly Snippet[] = [
  {
    name: 'component',
    text: 'A component of React',
    body: 'function ${1:Name}({ ${2} }) {\n\treturn (\n\t\t<${3:div}>$0</${3:div}>\n\t);\n}',
  },
  { name: 'state', text: 'useState', body: 'const [${1:value}, ${2:setValue}] = React.useState(${3});$0' },
  { name: 'effect', text: 'useEffect', body: 'React.useEffect(() => {\n\t$0\n}, [${1}]);' },
  {
    name: 'reducer',
    text: 'useReducer',
    body: 'const [${1:state}, ${2:dispatch}] = React.useReducer(${3:reducer}, ${4:initial});$0',
  },
];

export const vueSnippets: readonly Snippet[] = [
  {
    name: 'app',
    text: 'An application of Vue',
    body: "const { createApp, ref } = Vue;\n\ncreateApp({\n\tsetup() {\n\t\tconst ${1:count} = ref(${2:0});\n\t\t$0\n\t\treturn { ${1:count} };\n\t},\n}).mount('#app');",
  },
  { name: 'ref', text: 'A value that the page follows', body: 'const ${1:value} = ref(${2});$0' },
  { name: 'computed', text: 'A value made from others', body: 'const ${1:value} = computed(() => $0);' },
  { name: 'watch', text: 'Do something on a change', body: 'watch(${1:value}, (${2:now}) => {\n\t$0\n});' },
];

export const sfcSnippets: readonly Snippet[] = [
  {
    name: 'component',
    text: 'A single-file component of Vue',
    body: "<script setup>\nimport { ref } from 'vue';\n\nconst ${1:count} = ref(${2:0});\n</script>\n\n<template>\n\t<main>$0</main>\n</template>",
  },
];
