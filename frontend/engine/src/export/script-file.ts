import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { elementTexts } from '../html/scan-tags.js';
import { packageOf } from '../libraries/frozen-packages.js';
import { carriedStyle, type LibraryFile } from '../libraries/library-manifest.js';
import { isPackageStyle, styleEndings } from '../script/module-imports.js';
import type { Source } from '../source.js';
import { fileEnding, isSingleFileComponent } from './exported-project.js';
import { type DeclaredName, outlineScript, type ScriptOutline } from './script-outline.js';

/**
 * The JavaScript pane as a file of the package.
 * `classic`: stays an ordinary script in `public/`, whose functions everything on the page can call.
 * `module`: goes through Vite, with imports for the libraries that are globals in the preview.
 * `component`: a Vue component, which `src/main` mounts.
 */
export interface ScriptFile {
  kind: 'classic' | 'module' | 'component';
  path: string;
  code: string;
  /** What it imports, as it is named there. */
  imports: string[];
  /** The page does not link the project's styles: they are imported behind the packages, whose styles they override. */
  importsStyles: boolean;
}

/** Null where nothing is written. */
export async function scriptFile(source: Source): Promise<ScriptFile | null> {
  const { js, frameworkConfig: config } = source;
  if (js.trim() === '') return null;
  if (isSingleFileComponent(config)) return componentFile(js);
  const outline = await outlineScript(js, {
    typescript: config.typescript,
    jsx: config.framework === 'react',
  });
  const [pragmas, code] = config.framework === 'react' ? splitPragmas(js) : ['', js];
  const lead = libraryImports(js, config, outline, pragmas);
  if (isClassic(config, outline) && lead.length === 0) {
    return { kind: 'classic', path: 'public/script.js', code: js, imports: [], importsStyles: false };
  }
  const isShared = !outline.isModule && config.buildTool === 'default';
  const importsStyles = mayImportPackageStyles(code);
  const parts = [
    pragmas.trim(),
    lead.join('\n'),
    isShared ? windowNames(source.html, js, outline).join('\n') : '',
    withAttributesKept(withoutStyleImports(code)).trim(),
    importsStyles ? `import './style.${fileEnding('css', config)}';` : '',
  ];
  return {
    kind: 'module',
    path: `src/script.${fileEnding('js', config)}`,
    code: `${parts.filter(Boolean).join('\n\n')}\n`,
    imports: outline.imports,
    importsStyles,
  };
}

/**
 * The comments at the top where one has the pragma `@jsx h` or `@jsxFrag Fragment`, and what follows. Vite follows them at
 * the top alone, and where elements are made by calls, not imported.
 */
function splitPragmas(js: string): [pragmas: string, rest: string] {
  const [comments] = /^(?:\s+|\/\/.*|\/\*[^]*?\*\/)*/.exec(js) ?? [''];
  if (!/@jsx(?:Frag)?\s/.test(comments)) return ['', js];
  const namesRuntime = /@jsx(?:Runtime|ImportSource)\b/.test(comments);
  return [`${namesRuntime ? '' : '/** @jsxRuntime classic */\n'}${comments}`, js.slice(comments.length)];
}

/** Plain JavaScript stays what it is in the preview, an ordinary script, for as long as it needs no package. */
function isClassic(
  { framework, typescript, buildTool }: FrameworkConfig,
  { isModule }: ScriptOutline,
): boolean {
  return framework !== 'react' && !typescript && buildTool === 'default' && !isModule;
}

async function componentFile(js: string): Promise<ScriptFile> {
  const outlines = await Promise.all(
    elementTexts(js, 'script').map((code) => outlineScript(code, { typescript: true, jsx: false })),
  );
  const imports = outlines.flatMap((outline) => outline.imports);
  return {
    kind: 'component',
    path: 'src/App.vue',
    code: withAttributesKept(withoutStyleImports(js)),
    imports,
    importsStyles: true,
  };
}

/** Imports of the libraries that the script takes from the page: it uses them and neither imports nor declares them. */
function libraryImports(
  js: string,
  config: FrameworkConfig,
  outline: ScriptOutline,
  pragmas: string,
): string[] {
  const own = new Set([...outline.imported, ...outline.declared.map(({ name }) => name)]);
  const isImplied = (name: PageLibrary) => name === 'React' && impliesReact(pragmas, js);
  return pageLibraries(config)
    .filter((name) => !own.has(name) && (usesLibrary(js, name) || isImplied(name)))
    .map((name) => libraryImport(name, js, config));
}

/** Of elements and fragments, what the pragmas do not name is React's. */
function impliesReact(pragmas: string, js: string): boolean {
  if (pragmas === '') return false;
  return !/@jsx\s/.test(pragmas) || (!/@jsxFrag\s/.test(pragmas) && js.includes('<>'));
}

const styleImport = new RegExp(
  String.raw`^[ \t]*import\s+['"]([^'"\n]+\.(?:${styleEndings})|tailwindcss)['"];?[ \t]*\r?\n?`,
  'gm',
);

/** Styles are the page's own in the studio, which skips these imports too; those of packages are not. */
function withoutStyleImports(js: string): string {
  return js.replace(styleImport, (statement, specifier: string) =>
    isPackageStyle(specifier) && carriedStyle(specifier) === null ? statement : '',
  );
}

/** Whether code imports something of a package for its effect alone: styles need not end with `.css`, as in `swiper/css`. */
function mayImportPackageStyles(code: string): boolean {
  const imports = code.matchAll(/^[ \t]*import\s+['"]([^'"\n]+)['"]/gm);
  return [...imports].some(([, specifier = '']) => packageOf(specifier) !== null);
}

/** The style sheets of Bootstrap and Bulma that code imports, which come before the project's own. */
export function carriedStylesOf(code: string): LibraryFile[] {
  return [...code.matchAll(styleImport)].flatMap(([, specifier = '']) => carriedStyle(specifier) ?? []);
}

/**
 * What is imported from an address `with { type: … }` is left to the browser, which needs the type: Vite drops it from
 * statements and keeps it in calls.
 */
function withAttributesKept(js: string): string {
  return js.replace(
    /^([ \t]*)import\s+([\w$]+)\s+from\s+((?=['"](?:https?|data):)(?:'[^'\n]*'|"[^"\n]*"))\s+with\s+(\{[^{}]*\})/gm,
    '$1const { default: $2 } = await import($3, { with: $4 })',
  );
}

/** Attributes like `onclick="add(1)"`, in the page or in markup that a script makes. */
const handler = /\bon[a-z]+\s*=\s*(?:\\?"([^"]*)"|\\?'([^']*)')/gi;
const identifier = /(?<![\p{ID_Continue}$.])[\p{ID_Continue}$]+/gu;

/**
 * Lines that put on `window` what handlers in the page call by name: the names of a module are its own, those of the
 * ordinary script that it is in the preview are everybody's. They come first, because the code may set off a handler.
 */
export function windowNames(html: string, js: string, { declared }: ScriptOutline): string[] {
  const handlers = Array.from(`${html}\n${js}`.matchAll(handler), ([, one, other]) => one ?? other ?? '');
  const callers = [...handlers, ...elementTexts(html, 'script')].join('\n');
  const used = new Set(callers.match(identifier));
  const called = declared.filter(({ name }) => used.has(name));
  const functions = called.filter(({ kind }) => kind === 'function').map(({ name }) => name);
  return [
    ...(functions.length > 0 ? [`Object.assign(window, { ${functions.join(', ')} });`] : []),
    ...called.filter(({ kind }) => kind !== 'function').map(accessor),
  ];
}

/** What has no value yet, or another one later: handlers read and set the module's own. */
function accessor({ name, kind }: DeclaredName): string {
  const setter = kind === 'variable' ? `, set: (value) => { ${name} = value; }` : '';
  return `Object.defineProperty(window, '${name}', { get: () => ${name}${setter} });`;
}

/** A library that the preview puts on the page as a global. */
type PageLibrary = 'React' | 'ReactDOM' | 'Vue' | 'bootstrap';

/** The globals that the preview of such a project has. */
function pageLibraries({ framework, cssFramework }: FrameworkConfig): PageLibrary[] {
  return [
    ...(framework === 'react' ? (['React', 'ReactDOM'] as const) : []),
    ...(framework === 'vue' ? (['Vue'] as const) : []),
    ...(cssFramework === 'bootstrap' ? (['bootstrap'] as const) : []),
  ];
}

/** True where code uses such a global: as `React.useState` or `const { useState } = React`, not as a word of a text. */
function usesLibrary(code: string, name: PageLibrary): boolean {
  return new RegExp(`\\b${name}\\s*\\.\\s*[\\w$]|=\\s*${name}\\b|[(,]\\s*${name}\\s*[),]`).test(code);
}

/** The import that gives a module what the preview has as a global. */
function libraryImport(name: PageLibrary, code: string, { frameworkVersion }: FrameworkConfig): string {
  switch (name) {
    case 'React':
      return "import React from 'react';";
    case 'Vue':
      return "import * as Vue from 'vue';";
    case 'bootstrap':
      return "import * as bootstrap from 'bootstrap';";
    case 'ReactDOM':
      return frameworkVersion === 17 ? "import ReactDOM from 'react-dom';" : reactDomImport(code);
  }
}

/** Since React 18 what starts an application stands apart from the rest; the preview's `ReactDOM` has both. */
function reactDomImport(code: string): string {
  if (!/\b(createRoot|hydrateRoot)\b/.test(code)) return "import ReactDOM from 'react-dom';";
  const usesRest =
    /\b(createPortal|flushSync)\b|\bReactDOM\s*\.\s*(render|hydrate|findDOMNode|unmountComponentAtNode|version)\b/;
  if (!usesRest.test(code)) return "import ReactDOM from 'react-dom/client';";
  return [
    "import ReactDOMBase from 'react-dom';",
    "import ReactDOMClient from 'react-dom/client';",
    '',
    'const ReactDOM = { ...ReactDOMBase, ...ReactDOMClient };',
  ].join('\n');
}
