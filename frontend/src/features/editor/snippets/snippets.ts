/** A code snippet. `$1` and `${1:text}` are tab stops of the caret; `$0` is the last one. */
export interface Snippet {
  name: string;
  /** A short description. */
  text: string;
  body: string;
}

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
    text: 'Handle an event',
    body: "${1:element}.addEventListener('${2:click}', (${3:event}) => {\n\t$0\n});",
  },
  { name: 'each', text: 'Loop over a list', body: 'for (const ${1:item} of ${2:items}) {\n\t$0\n}' },
  { name: 'timeout', text: 'Run code after a delay', body: 'setTimeout(() => {\n\t$0\n}, ${1:1000});' },
  {
    name: 'frame',
    text: 'Animation loop',
    body: 'function ${1:draw}(${2:now}) {\n\t$0\n\trequestAnimationFrame(${1:draw});\n}\nrequestAnimationFrame(${1:draw});',
  },
  {
    name: 'fetch',
    text: 'Fetch JSON',
    body: "const response = await fetch('${1:/data.json}');\nif (!response.ok) throw new Error(`\\${response.status}`);\nconst ${2:data} = await response.json();$0",
  },
  {
    name: 'try',
    text: 'Catch and log an error',
    body: 'try {\n\t$0\n} catch (error) {\n\tconsole.error(error);\n}',
  },
  { name: 'class', text: 'A class', body: 'class ${1:Name} {\n\tconstructor(${2}) {\n\t\t$0\n\t}\n}' },
  { name: 'import', text: 'Import from a module', body: "import { $2 } from '${1:module}';$0" },
  {
    name: 'store',
    text: 'Store a value in the browser',
    body: "localStorage.setItem('${1:key}', JSON.stringify(${2:value}));$0",
  },
];

export const reactSnippets: readonly Snippet[] = [
  {
    name: 'component',
    text: 'A React component',
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
    text: 'A Vue app',
    body: "const { createApp, ref } = Vue;\n\ncreateApp({\n\tsetup() {\n\t\tconst ${1:count} = ref(${2:0});\n\t\t$0\n\t\treturn { ${1:count} };\n\t},\n}).mount('#app');",
  },
  { name: 'ref', text: 'A reactive value', body: 'const ${1:value} = ref(${2});$0' },
  { name: 'computed', text: 'A computed value', body: 'const ${1:value} = computed(() => $0);' },
  { name: 'watch', text: 'Watch a value', body: 'watch(${1:value}, (${2:now}) => {\n\t$0\n});' },
];

export const sfcSnippets: readonly Snippet[] = [
  {
    name: 'component',
    text: 'A Vue single-file component',
    body: "<script setup>\nimport { ref } from 'vue';\n\nconst ${1:count} = ref(${2:0});\n</script>\n\n<template>\n\t<main>$0</main>\n</template>",
  },
];

/** Shorthands of CSS, offered in a rule (specification: Editors). */
export const cssSnippets: readonly Snippet[] = [
  {
    name: 'margin',
    text: 'Space around a box: vertical, horizontal',
    body: 'margin: ${1:1rem} ${2:auto};$0',
  },
  {
    name: 'padding',
    text: 'Space inside a box: vertical, horizontal',
    body: 'padding: ${1:1rem} ${2:1.5rem};$0',
  },
  {
    name: 'flex',
    text: 'Items in a row',
    body: 'display: flex;\nalign-items: ${1:center};\ngap: ${2:1rem};$0',
  },
  {
    name: 'grid',
    text: 'As many columns as fit',
    body: 'display: grid;\ngrid-template-columns: repeat(auto-fit, minmax(${1:12rem}, 1fr));\ngap: ${2:1rem};$0',
  },
  { name: 'center', text: 'Center in both directions', body: 'display: grid;\nplace-items: center;$0' },
  { name: 'radius', text: 'Rounded corners', body: 'border-radius: ${1:8px};$0' },
  { name: 'width', text: 'Full width, up to a limit', body: 'width: min(${1:100%}, ${2:40rem});$0' },
  { name: 'height', text: 'At least as high as the window', body: 'min-height: ${1:100vh};$0' },
  {
    name: 'shadow',
    text: 'A soft shadow below',
    body: 'box-shadow: 0 ${1:4px} ${2:16px} ${3:rgb(0 0 0 / 0.15)};$0',
  },
  {
    name: 'gradient',
    text: 'A gradient of two colours',
    body: 'background: linear-gradient(${1:135deg}, ${2:#4f7cff}, ${3:#9b5cff});$0',
  },
];

/** Snippets of HTML (specification: Editors). Their classes are Bootstrap's, and are easy to style without it. */
export const htmlSnippets: readonly Snippet[] = [
  {
    name: 'container',
    text: 'A container for the page',
    body: '<div class="container">\n\t$0\n</div>',
  },
  {
    name: 'row',
    text: 'A row of columns',
    body: '<div class="row">\n\t<div class="col">$1</div>\n\t<div class="col">$2</div>\n</div>$0',
  },
  { name: 'col', text: 'A column', body: '<div class="col">\n\t$0\n</div>' },
  {
    name: 'button',
    text: 'A button',
    body: '<button type="${1|button,submit,reset|}" class="${2:button}">${3:Press}</button>$0',
  },
  {
    name: 'form',
    text: 'A form with one labelled field',
    body: '<form>\n\t<label for="${1:email}">${2:E-mail}</label>\n\t<input type="${3:email}" id="${1:email}" name="${1:email}" required>\n\t<button type="submit">${4:Send}</button>\n</form>$0',
  },
  {
    name: 'card',
    text: 'A card with a title',
    body: '<article class="card">\n\t<h2>${1:Title}</h2>\n\t<p>${2:Text}</p>\n</article>$0',
  },
  {
    name: 'nav',
    text: 'Navigation with links',
    body: '<nav aria-label="${1:Main}">\n\t<ul>\n\t\t<li><a href="#${2:home}">${3:Home}</a></li>\n\t\t<li><a href="#${4:about}">${5:About}</a></li>\n\t</ul>\n</nav>$0',
  },
  {
    name: 'grid',
    text: 'Blocks in a grid',
    body: '<div style="display: grid; grid-template-columns: repeat(${1:3}, 1fr); gap: ${2:1rem}">\n\t<div>${3:One}</div>\n\t<div>${4:Two}</div>\n\t<div>${5:Three}</div>\n</div>$0',
  },
  {
    name: 'flex',
    text: 'Blocks side by side',
    body: '<div style="display: flex; gap: ${1:1rem}">\n\t<div>${2:One}</div>\n\t<div>${3:Two}</div>\n</div>$0',
  },
];
