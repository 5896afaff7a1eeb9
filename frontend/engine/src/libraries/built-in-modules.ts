import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { exportNames } from './export-names.js';
import type { ScriptLibrary } from './library-manifest.js';

type ReactVersion = 17 | 18 | 19;

interface BuiltInModule {
  /** The libraries whose scripts set the globals that the module exports, in loading order. */
  libraries: ScriptLibrary[];
  code: string;
}

/**
 * The module for a bare import, as a `data:` URL for an import map. It exports the global that the library's script
 * sets, so that a page has one React and one Vue however its code imports them, in preview, embed and export alike.
 * Null: the studio does not include it, or that version of React has no such module.
 */
export function builtInModule(specifier: string, reactVersion: ReactVersion): string | null {
  const found = findModule(specifier, reactVersion);
  return found && dataModule(found.code);
}

/**
 * Like `builtInModule`, but the module loads the library's scripts itself when it is imported: packages may import a
 * React that the project itself does not use.
 */
export function builtInModuleOnDemand(
  specifier: string,
  reactVersion: ReactVersion,
  addressesOf: (library: ScriptLibrary) => string[],
): string | null {
  const found = findModule(specifier, reactVersion);
  if (!found) return null;
  const libraries = Object.fromEntries(
    found.libraries.map((name) => [name, { global: globals[name], scripts: addressesOf(name) }]),
  );
  return dataModule(`${loadOnce(libraries)}\n${found.code}`);
}

/** The scripts that a module on demand loads, to be inlined in a page that contains its packages; else none. */
export function scriptsOnDemand(address: string): string[] {
  if (!address.startsWith(dataPrefix)) return [];
  const [, text] = libraryList.exec(decodeURIComponent(address.slice(dataPrefix.length))) ?? [];
  if (text === undefined) return [];
  return Object.values(JSON.parse(text) as LibrariesOnDemand).flatMap(({ scripts }) => scripts);
}

/** By library: the global that its last script sets, and the addresses of its scripts. */
type LibrariesOnDemand = Record<string, { global: string; scripts: string[] }>;

const dataPrefix = 'data:text/javascript,';
const libraryList = /^const libraries = (\{[^\n]*\});\n/;

/** The global that the last script of each library sets. */
const globals: Record<ScriptLibrary, string> = {
  'react-17': 'ReactDOM',
  'react-18': 'ReactDOM',
  'react-19': 'ReactDOM',
  'react-server-17': 'ReactDOMServer',
  'react-server-18': 'ReactDOMServer',
  'react-server-19': 'ReactDOMServer',
  vue: 'Vue',
  bootstrap: 'bootstrap',
  popper: 'Popper',
};

/**
 * Loads one library after another, each once: several modules may need the same one at the same time. Their paths count
 * from the page, whatever base it names. A project may declare a `URL` of its own.
 */
function loadOnce(libraries: LibrariesOnDemand): string {
  return `const libraries = ${JSON.stringify(libraries)};
const load = (src) => new Promise((resolve, reject) => {
  const script = document.createElement('script');
  document.head.append(Object.assign(script, { src: new window.URL(src, location), onload: resolve, onerror: reject }));
});
const loaded = (globalThis.__studioLibraries ??= {});
for (const [name, { global, scripts }] of Object.entries(libraries))
  await (loaded[name] ??= (global in globalThis ? [] : scripts).reduce(
    (before, src) => before.then(() => load(src)),
    Promise.resolve(),
  ));`;
}

function dataModule(code: string): string {
  return dataPrefix + encodeURIComponent(code);
}

/** Modules that packages may import from the page, whatever its own code imports. */
export const peerModules = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react/compiler-runtime',
  'react-dom/server',
  'vue',
  'bootstrap',
  '@popperjs/core',
];

/** Whether packages can import this module from a page with this version of React; undefined: with the newest. */
export function isPeerModule(specifier: string, react: string | undefined): boolean {
  const version = ([17, 18, 19] as const).find((each) => react?.startsWith(`${each}.`)) ?? 19;
  return peerModules.includes(specifier) && findModule(specifier, version) !== null;
}

/** Packages that the studio carries itself: projects use this copy only. */
export const builtInPackages: readonly string[] = [
  'react',
  'react-dom',
  'vue',
  'bootstrap',
  '@popperjs/core',
];

export function isBuiltInPackage(name: string): boolean {
  return builtInPackages.includes(name);
}

/** The built-in module for a specifier: its version is ignored, and files of a package are replaced by the package. */
export function builtInName(specifier: string): string {
  const asked = parseSpecifier(specifier);
  const name = asked && isBuiltInPackage(asked.name) ? asked.name + asked.subpath.slice(1) : specifier;
  return /^(bootstrap|vue)\/dist\/(?:js\/|.+\.m?js$)/.exec(name)?.[1] ?? name;
}

/** The libraries whose scripts the page needs for an import, in loading order; none: not built in. */
export function librariesOfModule(specifier: string, reactVersion: ReactVersion): ScriptLibrary[] {
  return findModule(specifier, reactVersion)?.libraries ?? [];
}

function findModule(specifier: string, reactVersion: ReactVersion): BuiltInModule | null {
  const react: ScriptLibrary = `react-${reactVersion}`;
  switch (specifier) {
    case 'react':
      return {
        libraries: [react],
        code: withDefault('React', [...exportNames[`react${reactVersion}`], reactInternals(reactVersion)]),
      };
    case 'react-dom':
      return {
        libraries: [react],
        code: withDefault('ReactDOM', [
          ...exportNames[`reactDom${reactVersion}`],
          domInternals(reactVersion),
        ]),
      };
    case 'react-dom/client':
      return reactVersion === 17
        ? null
        : { libraries: [react], code: withDefault('ReactDOM', exportNames.reactDomClient) };
    case 'react-dom/server':
    case 'react-dom/server.browser':
      return {
        libraries: [react, `react-server-${reactVersion}`],
        code: withDefault('ReactDOMServer', exportNames[`reactDomServer${reactVersion}`]),
      };
    case 'react/jsx-runtime':
      return { libraries: [react], code: jsxRuntime({ jsx: 'false', jsxs: 'true' }) };
    case 'react/jsx-dev-runtime':
      return { libraries: [react], code: jsxRuntime({ jsxDEV: 'isStatic' }) };
    case 'react/compiler-runtime':
      return reactVersion === 19
        ? { libraries: [react], code: named('React.__COMPILER_RUNTIME', ['c']) }
        : null;
    case 'vue':
      return {
        libraries: ['vue'],
        code: `${named(
          'Vue',
          exportNames.vue.filter((name) => name !== 'useCssModule'),
        )}\n${useCssModule}`,
      };
    case 'vue/jsx-runtime':
    case 'vue/jsx-dev-runtime':
      return { libraries: ['vue'], code: vueJsxRuntime };
    case 'bootstrap':
      return { libraries: ['bootstrap'], code: named('bootstrap', exportNames.bootstrap) };
    case '@popperjs/core':
      return { libraries: ['popper'], code: named('Popper', exportNames.popper) };
    default:
      return null;
  }
}

/** React's internals, which other renderers, such as that of react-three-fiber, use. */
function reactInternals(version: ReactVersion): string {
  return version === 19
    ? '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
    : '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED';
}

function domInternals(version: ReactVersion): string {
  return version === 19
    ? '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
    : reactInternals(version);
}

function named(global: string, names: string[]): string {
  return `export const { ${names.join(', ')} } = globalThis.${global};`;
}

function withDefault(global: string, names: string[]): string {
  return `export default globalThis.${global};\n${named(global, names)}`;
}

/**
 * React's files for pages have no JSX runtime; `createElement` makes the same elements. Static children are passed as
 * arguments, or React would warn about missing keys. `functions`: names, with whether their children are static.
 */
function jsxRuntime(functions: Record<string, string>): string {
  const create = `const create = (type, props, key, isStatic) =>
  globalThis.React.createElement(type, key === undefined ? props : { ...props, key }, ...(isStatic ? props.children : []));`;
  const exported = Object.entries(functions).map(
    ([name, isStatic]) =>
      `export const ${name} = (type, props, key, isStatic) => create(type, props, key, ${isStatic});`,
  );
  return [create, 'export const Fragment = globalThis.React.Fragment;', ...exported].join('\n');
}

/** In Vue's file for pages it only warns that it does nothing there. */
const useCssModule = `export const useCssModule = (name = '$style') =>
  globalThis.Vue.getCurrentInstance()?.type.__cssModules?.[name] ?? {};`;

/** Vue's file for pages has no JSX runtime either. */
const vueJsxRuntime = `export const { Fragment } = globalThis.Vue;
export const jsx = (type, { children, ...props }, key) =>
  globalThis.Vue.h(type, key === undefined ? props : { ...props, key }, children);
export { jsx as jsxs, jsx as jsxDEV };`;

/** Packages with their own React renderer. */
const renderers = [
  '@pixi/react',
  '@react-pdf/renderer',
  '@react-three/fiber',
  'react-konva',
  'react-reconciler',
];

/**
 * Which build of a library a page gets. Packages are built for production, and a renderer among them uses internals of
 * React that differ in its development build.
 */
export function libraryMode<Mode extends 'development' | 'production'>(
  library: ScriptLibrary,
  packages: PackageVersions,
  mode: Mode,
): Mode | 'production' {
  const isDrawnByPackage = renderers.some((name) => packages[name] !== undefined);
  return isDrawnByPackage && library.startsWith('react-') ? 'production' : mode;
}
