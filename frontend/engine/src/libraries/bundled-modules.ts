import { exportNames } from './export-names.js';
import type { ScriptLibrary } from './library-manifest.js';

type ReactVersion = 17 | 18 | 19;

interface CarriedModule {
  /** The library whose script sets the global that the module hands on. */
  library: ScriptLibrary;
  code: string;
}

/**
 * The module behind a bare import, as a `data:` URL for an import map: it hands on the global that the library's script
 * sets, so that a page has one React and one Vue however its code asks for them. The same in preview, embed and export.
 * Null: the studio does not carry it, or that version of React has no such module.
 */
export function carriedModule(specifier: string, reactVersion: ReactVersion): string | null {
  const found = findModule(specifier, reactVersion);
  return found && `data:text/javascript,${encodeURIComponent(found.code)}`;
}

/** The library whose scripts have to stand in the page for the import to work; null: not carried. */
export function libraryOfModule(specifier: string, reactVersion: ReactVersion): ScriptLibrary | null {
  return findModule(specifier, reactVersion)?.library ?? null;
}

function findModule(specifier: string, reactVersion: ReactVersion): CarriedModule | null {
  const react: ScriptLibrary = `react-${reactVersion}`;
  switch (specifier) {
    case 'react':
      return {
        library: react,
        code: withDefault('React', exportNames[`react${reactVersion}`]),
      };
    case 'react-dom':
      return {
        library: react,
        code: withDefault('ReactDOM', exportNames[`reactDom${reactVersion}`]),
      };
    case 'react-dom/client':
      return reactVersion === 17
        ? null
        : { library: react, code: withDefault('ReactDOM', exportNames.reactDomClient) };
    case 'react/jsx-runtime':
      return { library: react, code: jsxRuntime('jsx', 'jsxs') };
    case 'react/jsx-dev-runtime':
      return { library: react, code: jsxRuntime('jsxDEV') };
    case 'vue':
      return { library: 'vue', code: named('Vue', exportNames.vue) };
    case 'bootstrap':
      return { library: 'bootstrap', code: named('bootstrap', exportNames.bootstrap) };
    case '@popperjs/core':
      return { library: 'popper', code: named('Popper', exportNames.popper) };
    default:
      return null;
  }
}

function named(global: string, names: string[]): string {
  return `export const { ${names.join(', ')} } = globalThis.${global};`;
}

function withDefault(global: string, names: string[]): string {
  return `export default globalThis.${global};\n${named(global, names)}`;
}

/** The files for pages have no JSX runtime; `createElement` makes the same elements. */
function jsxRuntime(...functions: string[]): string {
  const create = `const create = (type, props, key) =>
  globalThis.React.createElement(type, key === undefined ? props : { ...props, key });`;
  const exported = functions.map((name) => `create as ${name}`).join(', ');
  return `${create}\nexport const Fragment = globalThis.React.Fragment;\nexport { ${exported} };`;
}
