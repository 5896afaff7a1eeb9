import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { builtInModule, librariesOfModule } from './built-in-modules.js';
import { exportNames } from './export-names.js';
import { libraryScripts, type ScriptLibrary } from './library-manifest.js';

const require = createRequire(import.meta.url);
const built = fileURLToPath(new URL('../../dist', import.meta.url));

type Exports = Record<string, unknown>;
type Globals = Record<'React' | 'ReactDOM' | 'ReactDOMServer' | 'Vue' | 'Popper', Exports>;

/** Node's own `MessageChannel` would keep the process running. */
class SilentChannel {
  port1 = {};
  port2 = { postMessage: () => undefined };
}

/** The globals that a library's scripts set, in a page with only what they need while loading. */
function loadScripts(library: ScriptLibrary | ScriptLibrary[], mode: 'development' | 'production'): Globals {
  const element = { style: {}, setAttribute: () => undefined, addEventListener: () => undefined };
  const page = createContext({
    console: { error: () => undefined, warn: () => undefined, info: () => undefined },
    setTimeout,
    clearTimeout,
    queueMicrotask,
    TextEncoder,
    MessageChannel: SilentChannel,
    document: { createElement: () => element, addEventListener: () => undefined, documentElement: element },
    navigator: { userAgent: '' },
    location: { protocol: 'http:' },
  });
  runInContext('var window = globalThis, self = globalThis', page);
  for (const { path } of [library].flat().flatMap((each) => libraryScripts(each, mode)))
    runInContext(readFileSync(built + path, 'utf8'), page);
  return page as unknown as Globals;
}

const isPublic = (name: string) => !name.startsWith('__') && name !== 'module.exports' && name !== 'default';
const namesOf = (exports: Exports) => Object.keys(exports).filter(isPublic).toSorted();

describe('what the carried packages export', () => {
  it('is written down as it is in React 17 and 18', () => {
    for (const version of [17, 18] as const) {
      const page = loadScripts(`react-${version}`, 'development');
      expect(exportNames[`react${version}`].toSorted()).toEqual(namesOf(page.React));
      expect(exportNames[`reactDom${version}`].toSorted()).toEqual(namesOf(page.ReactDOM));
    }
  });

  it('is written down as it is in React 19', () => {
    expect(exportNames.react19.toSorted()).toEqual(namesOf(require('react')));
    expect(exportNames.reactDom19.toSorted()).toEqual(namesOf(require('react-dom')));
  });

  it('is written down as it is in Vue, Bootstrap and Popper', async () => {
    expect(exportNames.vue.toSorted()).toEqual(namesOf(await import('vue')));
    expect(exportNames.popper.toSorted()).toEqual(namesOf(await import('@popperjs/core')));
    const bootstrap = readFileSync(require.resolve('bootstrap/dist/js/bootstrap.esm.js'), 'utf8');
    const [, list = ''] = /export \{([^}]*)\}/.exec(bootstrap) ?? [];
    expect(exportNames.bootstrap.toSorted()).toEqual(
      list
        .split(',')
        .map((name) => name.trim())
        .toSorted(),
    );
  });
});

describe('the scripts of the libraries', () => {
  it.each(['react-17', 'react-18', 'react-19', 'vue', 'popper'] as const)(
    '%s sets in both modes what its modules hand on',
    (library) => {
      // Exports for explanations and tests exist only in development.
      const developmentOnly = new Set(['act', 'captureOwnerStack']);
      for (const mode of ['development', 'production'] as const) {
        const page = loadScripts(library, mode);
        const expected: [Exports, string[]][] = {
          'react-17': [
            [page.React, exportNames.react17],
            [page.ReactDOM, exportNames.reactDom17],
          ],
          'react-18': [
            [page.React, exportNames.react18],
            [page.ReactDOM, exportNames.reactDom18],
          ],
          'react-19': [
            [page.React, exportNames.react19],
            [page.ReactDOM, [...exportNames.reactDom19, ...exportNames.reactDomClient]],
          ],
          vue: [[page.Vue, exportNames.vue]],
          popper: [[page.Popper, exportNames.popper]],
        }[library] as [Exports, string[]][];
        for (const [global, names] of expected) {
          const missing = names.filter((name) => !(name in global));
          expect(missing.filter((name) => mode === 'development' || !developmentOnly.has(name))).toEqual([]);
        }
      }
    },
  );
});

describe('a carried module', () => {
  const load = async (specifier: string, version: 17 | 18 | 19): Promise<Exports> =>
    import(builtInModule(specifier, version) ?? '');
  // Other specs in the same process need a page without React.
  afterEach(() => {
    for (const name of ['React', 'ReactDOM', 'ReactDOMServer', 'Vue'])
      Reflect.deleteProperty(globalThis, name);
  });

  it.each([17, 18, 19] as const)('hands on the one React %s of the page', async (version) => {
    const page = loadScripts(`react-${version}`, 'production');
    Object.assign(globalThis, { React: page.React, ReactDOM: page.ReactDOM });
    const react = await load('react', version);
    expect(react['default']).toBe(page.React);
    expect(react['useState']).toBe(page.React['useState']);
    expect((await load('react-dom', version))['createPortal']).toBe(page.ReactDOM['createPortal']);
    const { jsx } = (await load('react/jsx-runtime', version)) as {
      jsx(type: string, props: object, key?: string): { key: string | null; props: object };
    };
    expect(jsx('p', { children: 'x' }, 'k')).toMatchObject({ key: 'k', props: { children: 'x' } });
  });

  it.each([17, 18, 19] as const)('renders to text with the React %s of the page', async (version) => {
    const libraries = librariesOfModule('react-dom/server', version);
    const { React, ReactDOM, ReactDOMServer } = loadScripts(libraries, 'production');
    Object.assign(globalThis, { React, ReactDOM, ReactDOMServer });
    const { createElement, useState } = React as {
      createElement(type: unknown, props: null, ...children: unknown[]): unknown;
      useState<Value>(value: Value): [Value];
    };
    const { renderToStaticMarkup } = (await load('react-dom/server', version)) as {
      renderToStaticMarkup(element: unknown): string;
    };
    const Text = () => createElement('b', null, useState('<1>')[0]);
    expect(renderToStaticMarkup(createElement(Text, null))).toBe('<b>&lt;1&gt;</b>');
    const browser = await load('react-dom/server.browser', version);
    expect(browser['renderToString']).toBe(ReactDOMServer['renderToString']);
  });

  it.each([17, 18, 19] as const)('has what renders to text in React %s', (version) => {
    for (const mode of ['development', 'production'] as const) {
      const { ReactDOMServer } = loadScripts(librariesOfModule('react-dom/server', version), mode);
      expect(namesOf(ReactDOMServer)).toEqual(exportNames[`reactDomServer${version}`].toSorted());
    }
  });

  it('keeps what the React compiler remembers', async () => {
    const { React } = loadScripts('react-19', 'production');
    Object.assign(globalThis, { React });
    const runtime = React['__COMPILER_RUNTIME'] as Exports;
    expect((await load('react/compiler-runtime', 19))['c']).toBe(runtime['c']);
    expect(builtInModule('react/compiler-runtime', 18)).toBeNull();
  });

  it('makes the elements of JSX for Vue', async () => {
    const { Vue } = loadScripts('vue', 'production');
    Object.assign(globalThis, { Vue });
    const { jsx } = (await load('vue/jsx-runtime', 19)) as { jsx(...parts: unknown[]): unknown };
    expect(jsx('p', { id: 'a', children: 'x' }, 'k')).toMatchObject({
      type: 'p',
      key: 'k',
      props: { id: 'a' },
      children: 'x',
    });
  });

  it('is what the version of React has', () => {
    expect(builtInModule('react-dom/client', 17)).toBeNull();
    expect(builtInModule('react-dom/client', 18)).toContain('createRoot');
  });

  it('names the library that it needs, and is none for what the studio does not include', () => {
    expect(librariesOfModule('react-dom/client', 19)).toEqual(['react-19']);
    expect(librariesOfModule('react-dom/server', 18)).toEqual(['react-18', 'react-server-18']);
    expect(librariesOfModule('vue', 17)).toEqual(['vue']);
    expect(librariesOfModule('bootstrap', 17)).toEqual(['bootstrap']);
    expect(librariesOfModule('lodash', 17)).toEqual([]);
    expect(builtInModule('lodash', 17)).toBeNull();
  });
});
