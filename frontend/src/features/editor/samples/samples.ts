import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';
import { stylesLanguage } from '@studio/engine/styles/styles-language';
import { hasFinePointer } from '@/lib/pointer.ts';
import type { PaneHandle } from '../components/editor-pane.tsx';
import type { LiveText } from '../model/live-text.ts';

/** Inserts the sample of a language into its pane, if that is shown and still empty. */
export function insertSample(
  language: SourceLanguage,
  config: FrameworkConfig,
  text: LiveText,
  pane: PaneHandle | null,
): void {
  if (text.read() !== '' || !pane) return;
  pane.replace(sampleFor(language, config), 0);
  const start = { lineNumber: 1, column: 1 };
  // The button with the focus has disappeared. On touch screens the keyboard would cover the sample.
  if (hasFinePointer()) pane.resume({ focused: true, anchor: start, caret: start, scrollTop: 0 });
}

/** Starter sample content of each language (specification: Editors); the three of one configuration belong together. */
function sampleFor(language: SourceLanguage, config: FrameworkConfig): string {
  if (language === 'html') return htmlSample(config);
  return language === 'css' ? cssSample(config) : jsSample(config);
}

function htmlSample({ framework, vueSfc, cssFramework }: FrameworkConfig): string {
  if (framework === 'react') return '<div id="root"></div>\n';
  if (framework === 'vue' && vueSfc) return '<div id="app"></div>\n';
  const main =
    cssFramework === 'tailwind' ? '<main class="mx-auto max-w-md p-8 text-center"' : '<main class="hello"';
  if (framework === 'vue') {
    return `${main} id="app">
  <h1>Hello, {{ name }}</h1>
  <input v-model="name" aria-label="Your name">
</main>
`;
  }
  return `${main}>
  <h1>Hello, studio</h1>
  <p>Pressed <output id="count">0</output> times.</p>
  <button id="more" type="button">Press me</button>
</main>
`;
}

function cssSample(config: FrameworkConfig): string {
  if (config.cssFramework === 'tailwind') {
    return `button {
  @apply cursor-pointer rounded-lg bg-indigo-700 px-4 py-2 font-medium text-white;
}
`;
  }
  if (stylesLanguage(config) === 'scss') {
    return `$accent: #0a7563;

body {
  margin: 0;
  font-family: system-ui, sans-serif;

  button {
    padding: 0.6rem 1.2rem;
    border: 0;
    border-radius: 8px;
    background: $accent;
    color: white;

    &:hover {
      filter: brightness(1.15);
    }
  }
}
`;
  }
  return `body {
  display: grid;
  place-items: center;
  min-height: 100vh;
  margin: 0;
  font-family: system-ui, sans-serif;
}

button {
  padding: 0.6rem 1.2rem;
  border: 0;
  border-radius: 8px;
  background: #0a7563;
  color: white;
}
`;
}

function jsSample({ framework, frameworkVersion, typescript, vueSfc }: FrameworkConfig): string {
  if (framework === 'react') return reactSample(frameworkVersion, typescript);
  if (framework === 'vue') return vueSfc ? vueComponentSample(typescript) : vueSample;
  return typescript ? typedScriptSample : scriptSample;
}

const scriptSample = `const count = document.querySelector('#count');

document.querySelector('#more')?.addEventListener('click', () => {
  count.value = Number(count.value) + 1;
  console.log('Pressed', count.value);
});
`;

const typedScriptSample = `const count = document.querySelector<HTMLOutputElement>('#count');

document.querySelector('#more')?.addEventListener('click', () => {
  if (!count) return;
  count.value = String(Number(count.value) + 1);
  console.log('Pressed', count.value);
});
`;

/** Up to React 17 a page is rendered by `ReactDOM.render`, from 18 on by a root. */
function reactSample(version: 17 | 18 | 19, typescript: boolean): string {
  const props = typescript ? '{ start }: { start: number }' : '{ start }';
  const render =
    version === 17
      ? "ReactDOM.render(<Counter start={0} />, document.getElementById('root'));"
      : `ReactDOM.createRoot(document.getElementById('root')${typescript ? '!' : ''}).render(<Counter start={0} />);`;
  return `function Counter(${props}) {
  const [count, setCount] = React.useState(start);
  return (
    <main>
      <h1>Hello, React</h1>
      <button onClick={() => setCount(count + 1)}>Pressed {count} times</button>
    </main>
  );
}

${render}
`;
}

const vueSample = `Vue.createApp({
  data: () => ({ name: 'Vue' }),
}).mount('#app');
`;

function vueComponentSample(typescript: boolean): string {
  return `<script setup${typescript ? ' lang="ts"' : ''}>
import { ref } from 'vue';

const count = ref${typescript ? '<number>' : ''}(0);
</script>

<template>
  <main>
    <h1>Hello, Vue</h1>
    <button @click="count += 1">Pressed {{ count }} times</button>
  </main>
</template>
`;
}
