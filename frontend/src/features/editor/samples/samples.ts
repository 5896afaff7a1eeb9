import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';
import {
  reactSample,
  scriptSample,
  typedScriptSample,
  vueComponentSample,
  vueSample,
} from './script-samples.ts';

/** SPEC 9: starter sample content of each language; the three of one configuration belong together. */
export function sampleFor(language: SourceLanguage, config: FrameworkConfig): string {
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

function cssSample({ cssFramework }: FrameworkConfig): string {
  if (cssFramework === 'tailwind') {
    return `button {
  @apply cursor-pointer rounded-lg bg-indigo-700 px-4 py-2 font-medium text-white;
}
`;
  }
  if (cssFramework === 'sass' || cssFramework === 'scss') {
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
