import { describe, expect, it } from '@jest/globals';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import { projectFiles } from './project-files.js';

/** The texts of a package. */
async function files(html: string, js: string, config: Partial<FrameworkConfig>) {
  const project = { title: 'My page', html, css: '', js, frameworkConfig: FrameworkConfig.parse(config) };
  const made = await projectFiles(project, {
    moduleCdn: null,
    readLibrary: async () => '',
    assets: { assetsUrl: 'http://127.0.0.1:3001', got: new Map(), missing: new Map() },
  });
  return made as Record<string, string>;
}

const vue = { framework: 'vue' } as const;
const resources = [{ kind: 'script', url: 'https://cdn.example/router.js' }] as const;
const routed = 'Vue.createApp({}).use(VueRouter.createRouter({})).mount("#app")';

describe('the library that a project uses as a global', () => {
  it.each([
    ['', { ...vue, resources: [...resources] }],
    ['<script src="https://cdn.example/router.js"></script>', vue],
    ['<script async src="//cdn.example/router.js"></script>', vue],
  ])('is on the page before scripts of other sites, which may use it: %s %j', async (html, config) => {
    const made = await files(html, routed, config);
    const page = made['index.html'] ?? '';
    const [library, foreign] = ['npm/vue@', 'cdn.example/router.js'].map((part) => page.indexOf(part));
    expect(library).toBeGreaterThan(0);
    expect(library).toBeLessThan(foreign ?? 0);
    expect(made['public/script.js']).toBe(routed);
  });

  it.each([
    ['', { ...vue, resources: [{ kind: 'style' as const, url: 'https://cdn.example/a.css' }] }, routed],
    ['<script src="script.js"></script>', vue, routed],
    // Packages bring the library as a module, and a page must not have two.
    ['', { ...vue, resources: [...resources] }, `import VCalendar from 'v-calendar';\n${routed}`],
    ['', { ...vue, vueSfc: true, resources: [...resources] }, '<template><p>Hi</p></template>'],
  ])('is a module without such scripts, or beside modules: %s %j', async (html, config, js) => {
    expect((await files(html, js, config))['index.html']).not.toContain('npm/vue@');
  });

  it.each([
    ['const { useState } = window.React;', 'react@17'],
    ['go(globalThis.React.useState());', 'react@17'],
    ['self.ReactDOM.render(null, root);', 'react-dom@17'],
  ])('is on the page where the script reads it from there: %s', async (js, library) => {
    const made = await files('', js, { framework: 'react' });
    expect(made['index.html']).toContain(`https://cdn.jsdelivr.net/npm/${library}`);
    expect(made['src/script.jsx']?.trim()).toBe(js);
  });

  it('has its type in a script that does not import it', async () => {
    const config = { framework: 'react', frameworkVersion: 18, typescript: true } as const;
    const js = 'ReactDOM.createRoot(root).render(<b>{React.version}</b>);';
    const made = await files('<script>React.version</script>', js, config);
    expect(made['src/script.tsx']).toBe(`declare const React: typeof import('react');
declare const ReactDOM: typeof import('react-dom') & typeof import('react-dom/client');

${js}
`);
  });
});

describe('a script that has to become a module', () => {
  it.each([
    ['', { typescript: true, resources: [...resources] }],
    ['<script src="https://maps.example/api?callback=initMap"></script>', { typescript: true }],
  ])(
    'puts its names on window beside scripts of other sites, which may call them: %s',
    async (html, config) => {
      const js = 'let count: number = 1;\nfunction initMap() {}';
      expect((await files(html, js, config))['src/script.ts']).toBe(`Object.assign(window, { initMap });
Object.defineProperty(window, 'count', { get: () => count, set: (value) => { count = value; } });

${js}
`);
    },
  );
});
