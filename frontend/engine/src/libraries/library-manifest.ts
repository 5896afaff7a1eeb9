import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { parseSpecifier } from '@studio/contract/packages/specifier';

/** A file that pages load: from the studio, or from the public network if an operator or an export requires it. */
export interface LibraryFile {
  /** Under the origin of the page: `/lib/<name>@<version>/<file>`. Its content never changes. */
  path: string;
  /** The same bytes on the public network; null: only the studio has the file, and exports include it. */
  publicUrl: string | null;
  /** The file's origin for the build; null: the build generates it. */
  source: { package: string; file: string } | null;
}

export type ScriptLibrary =
  | 'react-17'
  | 'react-18'
  | 'react-19'
  | 'react-server-17'
  | 'react-server-18'
  | 'react-server-19'
  | 'vue'
  | 'bootstrap'
  | 'popper';

type Mode = 'development' | 'production';

/** The public networks (specification: Isolation). This one serves the files of npm packages as they are. */
const publicNetwork = 'https://cdn.jsdelivr.net/npm';

/** Files that React does not publish for pages: the build generates them, and they set the same globals. */
export const madeReactFiles = {
  'react-19': madeFiles('react@19.3.1', 'react-with-dom'),
  'react-server-18': madeFiles('react-dom@18.3.1', 'react-dom-server'),
  'react-server-19': madeFiles('react-dom@19.3.1', 'react-dom-server'),
};

const scripts: Record<ScriptLibrary, Record<Mode, LibraryFile[]>> = {
  'react-17': {
    development: [
      packageFile('react@17.0.2', 'umd/react.development.js', 'react-17'),
      packageFile('react-dom@17.0.2', 'umd/react-dom.development.js', 'react-dom-17'),
    ],
    production: [
      packageFile('react@17.0.2', 'umd/react.production.min.js', 'react-17'),
      packageFile('react-dom@17.0.2', 'umd/react-dom.production.min.js', 'react-dom-17'),
    ],
  },
  'react-18': {
    development: [
      packageFile('react@18.3.1', 'umd/react.development.js', 'react-18'),
      packageFile('react-dom@18.3.1', 'umd/react-dom.development.js', 'react-dom-18'),
    ],
    production: [
      packageFile('react@18.3.1', 'umd/react.production.min.js', 'react-18'),
      packageFile('react-dom@18.3.1', 'umd/react-dom.production.min.js', 'react-dom-18'),
    ],
  },
  'react-19': alone(madeReactFiles['react-19']),
  'react-server-17': {
    development: [
      packageFile('react-dom@17.0.2', 'umd/react-dom-server.browser.development.js', 'react-dom-17'),
    ],
    production: [
      packageFile('react-dom@17.0.2', 'umd/react-dom-server.browser.production.min.js', 'react-dom-17'),
    ],
  },
  'react-server-18': alone(madeReactFiles['react-server-18']),
  'react-server-19': alone(madeReactFiles['react-server-19']),
  vue: {
    development: [packageFile('vue@3.5.45', 'dist/vue.global.js', 'vue')],
    production: [packageFile('vue@3.5.45', 'dist/vue.global.prod.js', 'vue')],
  },
  bootstrap: sameInBothModes(packageFile('bootstrap@5.3.0', 'dist/js/bootstrap.bundle.min.js', 'bootstrap')),
  popper: sameInBothModes(packageFile('@popperjs/core@2.11.8', 'dist/umd/popper.min.js', '@popperjs/core')),
};

/** Tailwind's build for pages, for classes that a running page adds; fetched only when there are any. */
export const tailwindForPages = packageFile(
  '@tailwindcss/browser@4.3.3',
  'dist/index.global.js',
  '@tailwindcss/browser',
);

const styles: Record<'bootstrap' | 'bulma', LibraryFile[]> = {
  bootstrap: [packageFile('bootstrap@5.3.0', 'dist/css/bootstrap.min.css', 'bootstrap')],
  bulma: [packageFile('bulma@0.9.4', 'css/bulma.min.css', 'bulma')],
};

/**
 * The scripts of a library in loading order. Each sets a global: `React`, `ReactDOM`, `ReactDOMServer`, `Vue`,
 * `bootstrap`, `Popper`.
 */
export function libraryScripts(name: ScriptLibrary, mode: Mode): LibraryFile[] {
  return scripts[name][mode];
}

/** The exact versions of the built-in packages that a project's page contains, always or because of its imports. */
export function builtInVersions(
  { framework, frameworkVersion, cssFramework }: FrameworkConfig,
  imports: readonly string[] = [],
): Versions {
  const react = versionIn(scripts[`react-${frameworkVersion}`]);
  const popper = versionIn(scripts.popper);
  const libraries: { isChosen: boolean; versions: Versions }[] = [
    { isChosen: framework === 'react', versions: { react, 'react-dom': react } },
    { isChosen: framework === 'vue', versions: { vue: versionIn(scripts.vue) } },
    {
      isChosen: cssFramework === 'bootstrap',
      versions: { bootstrap: versionIn(scripts.bootstrap), '@popperjs/core': popper },
    },
  ];
  const imported = imports.map((specifier) => parseSpecifier(specifier)?.name ?? '');
  const present = libraries.filter(
    ({ isChosen, versions }) => isChosen || imported.some((name) => versions[name] !== undefined),
  );
  return Object.assign({}, ...present.map(({ versions }) => versions)) as Versions;
}

type Versions = Record<string, string>;

function versionIn({ production }: Record<Mode, LibraryFile[]>): string {
  return /@(\d[^/@]*)\//.exec(production[0]?.path ?? '')?.[1] ?? '';
}

/** The style sheets of a CSS framework, in the order in which they apply. */
export function libraryStyles(name: 'bootstrap' | 'bulma'): LibraryFile[] {
  return styles[name];
}

/** Bootstrap's or Bulma's style sheet if a specifier names it, minified or not; null: not built in. */
export function builtInStyle(specifier: string): LibraryFile | null {
  const { name, range, subpath = '' } = parseSpecifier(specifier) ?? {};
  // Other versions of Bulma, unlike Bootstrap's, may come from the registry.
  const isBuiltIn = name === 'bootstrap' || (name === 'bulma' && range === null);
  if (!isBuiltIn) return null;
  const file = subpath.slice(2).replace(/(?<!\.min)\.css$/, '.min.css');
  return styles[name].find(({ source }) => source?.file === file) ?? null;
}

/** The address of the file for a page; always local if only the studio has it. */
export function libraryAddress(file: LibraryFile, libraries: 'local' | 'cdn'): string {
  return libraries === 'cdn' && file.publicUrl !== null ? file.publicUrl : file.path;
}

/** All that is served under `/lib`: every file once. */
export function allLibraryFiles(): LibraryFile[] {
  const listed = [
    ...Object.values(scripts).flatMap(({ development, production }) => [...development, ...production]),
    ...Object.values(styles).flat(),
    tailwindForPages,
  ];
  return [...new Set(listed)];
}

function packageFile(nameAndVersion: string, file: string, installedAs: string): LibraryFile {
  return {
    path: `/lib/${nameAndVersion}/${file}`,
    publicUrl: `${publicNetwork}/${nameAndVersion}/${file}`,
    source: { package: installedAs, file },
  };
}

function madeFile(nameAndVersion: string, file: string): LibraryFile {
  return { path: `/lib/${nameAndVersion}/${file}`, publicUrl: null, source: null };
}

function madeFiles(nameAndVersion: string, file: string): Record<Mode, LibraryFile> {
  return {
    development: madeFile(nameAndVersion, `${file}.development.js`),
    production: madeFile(nameAndVersion, `${file}.production.js`),
  };
}

function alone({ development, production }: Record<Mode, LibraryFile>): Record<Mode, LibraryFile[]> {
  return { development: [development], production: [production] };
}

function sameInBothModes(file: LibraryFile): Record<Mode, LibraryFile[]> {
  return { development: [file], production: [file] };
}
