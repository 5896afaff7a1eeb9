import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { compile } from '../../compile.js';

const root = '<div id="app"></div>';

async function warningsOf(js: string, config: Partial<FrameworkConfig> = {}, html = root) {
  const frameworkConfig = { ...defaultFrameworkConfig, framework: 'vue' as const, ...config };
  const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true } as const;
  const { problems, isScriptBroken } = await compile({ html, css: '', js, frameworkConfig }, target);
  expect(isScriptBroken).toBe(false);
  return problems.filter(({ message }) => message.startsWith('Nothing mounts'));
}

describe('a component of Vue that is exported and never mounted', () => {
  const options = "{ data() { return { a: 1 }; }, template: '<p>{{ a }}</p>', render() {} }";

  it.each([
    `export default ${options};`,
    `import { defineComponent } from 'vue';\nexport default defineComponent(${options});`,
  ])('is a warning that says what to write: %s', async (js) => {
    expect(await warningsOf(js)).toMatchObject([
      {
        severity: 'warning',
        line: js.split('\n').length,
        column: 1,
        message:
          "Nothing mounts this component, so the page does not show it. Write Vue.createApp({ … }).mount('#app') instead of export default { … }",
      },
    ]);
  });

  it('is named, and so is the element that the page lacks', async () => {
    const js = `interface A {}\nconst App = ${options};\nexport default App;`;
    expect(await warningsOf(js, { typescript: true }, '<p>')).toMatchObject([
      {
        line: 3,
        message:
          'Nothing mounts App, so the page does not show it. Add Vue.createApp(App).mount(\'#app\'), and <div id="app"></div> in the HTML',
      },
    ]);
  });

  it.each([
    [`const App = ${options};\nexport default App;\nVue.createApp(App).mount('#app');`],
    [`export default ${options};`, '<script type="module">Vue.createApp(a).mount("#app")</script>'],
    [`const App = ${options};\nexport default App;\nwindow.App = App;`],
    ['export default { name: "settings", size: 2 };'],
    [`export const App = ${options};`],
  ])('is none where something mounts or uses it, or it is no component: %s', async (js, html = root) => {
    expect(await warningsOf(js, {}, html)).toEqual([]);
  });
});
