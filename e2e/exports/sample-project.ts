import type { Sources } from '@studio/engine/source';
import type { Combination } from './combinations.ts';

type Config = Combination['config'];

/** A small page with a counter button, as somebody would write it for this configuration. */
export function sampleProject(config: Config): Sources {
  return { css: styles[config.cssFramework], ...pages[config.framework](config) };
}

const plainStyles = `.card { margin: 2rem; padding: 1.5rem; border: 3px solid #357; }
.card .count { padding: 4px 12px; background: #fd7; border: 0; }`;

const nestedStyles = `@use 'sass:math';
$gap: 1.5rem;
@mixin framed($width) { border: $width solid #357; }
.card {
  margin: math.div($gap, 2);
  padding: $gap;
  @include framed(3px);
  .count { padding: 4px 12px; background: #fd7; border: 0; &:focus { background: #fa3; } }
}`;

const styles: Record<Config['cssFramework'], string> = {
  none: plainStyles,
  tailwind: '.count { @apply rounded-lg bg-amber-300 px-4 py-2; }',
  bootstrap: '.card { margin: 2rem; }',
  bulma: '.card { margin: 2rem; }',
  sass: nestedStyles,
  scss: nestedStyles,
};

const classes: Record<Config['cssFramework'], { card: string; button: string }> = {
  none: { card: 'card', button: 'count' },
  tailwind: { card: 'card m-8 rounded-xl p-6 shadow-lg ring-1 ring-slate-300', button: 'count' },
  bootstrap: { card: 'card p-4 shadow-sm', button: 'count btn btn-primary' },
  bulma: { card: 'card box has-background-light', button: 'count button is-primary' },
  sass: { card: 'card', button: 'count' },
  scss: { card: 'card', button: 'count' },
};

const pages: Record<Config['framework'], (config: Config) => Omit<Sources, 'css'>> = {
  vanilla(config) {
    const { card, button } = classes[config.cssFramework];
    const isModule = config.buildTool === 'vite';
    const type = (text: string) => (config.typescript ? `: ${text}` : '');
    return {
      html: `<div class="${card}"><h1>Counter</h1>
<button class="${button}"${isModule ? '' : ' onclick="add(1)"'}>0</button></div>`,
      js: `let count${type('number')} = 0;
function add(step${type('number')})${type('void')} {
  count += step;
  document.querySelector('.count').textContent = String(count);
}
${isModule ? "document.querySelector('.count').addEventListener('click', () => add(1));" : ''}`,
    };
  },
  react(config) {
    const { card, button } = classes[config.cssFramework];
    const isModule = config.buildTool === 'vite';
    const isRooted = config.frameworkVersion > 17;
    const imports = `import React, { useState } from 'react';
import ${isRooted ? "{ createRoot } from 'react-dom/client'" : "ReactDOM from 'react-dom'"};`;
    const mount = isRooted
      ? `${isModule ? '' : 'ReactDOM.'}createRoot(document.getElementById('root')).render(<Counter title="Counter" />);`
      : 'ReactDOM.render(<Counter title="Counter" />, document.getElementById(\'root\'));';
    return {
      html: '<div id="root"></div>',
      js: `${isModule ? imports : 'const { useState } = React;'}
${config.typescript ? 'interface CounterProps { title: string }' : ''}
function Counter({ title }${config.typescript ? ': CounterProps' : ''}) {
  const [count, setCount] = useState${config.typescript ? '<number>' : ''}(0);
  return (
    <div className="${card}">
      <h1>{title}</h1>
      <>
        <button className="${button}" onClick={() => setCount(count + 1)}>{count}</button>
      </>
    </div>
  );
}
${mount}`,
    };
  },
  vue(config) {
    const { card, button } = classes[config.cssFramework];
    const template = (text: string) => `<div class="${card}"><h1>{{ ${text} }}</h1>
<button class="${button}" @click="add">{{ count }}</button></div>`;
    if (config.vueSfc) {
      return {
        html: '',
        js: `<script setup${config.typescript ? ' lang="ts"' : ''}>
import { ref } from 'vue';
const title = 'Counter';
const count = ref${config.typescript ? '<number>' : ''}(0);
const add = ()${config.typescript ? ': void' : ''} => { count.value += 1; };
</script>
<template>${template('title')}</template>
<style scoped>h1 { color: #264; }</style>`,
      };
    }
    const source =
      config.buildTool === 'vite'
        ? "import { createApp, ref } from 'vue';"
        : 'const { createApp, ref } = Vue;';
    return {
      html: `<div id="app">${template('title')}</div>`,
      js: `${source}
createApp({
  setup() {
    const count = ref${config.typescript ? '<number>' : ''}(0);
    const add = () => { count.value += 1; };
    return { title: 'Counter', count, add };
  },
}).mount('#app');`,
    };
  },
};
