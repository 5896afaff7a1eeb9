import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { findInlineScripts } from '../html/inline-scripts.js';
import { scriptAddresses } from '../html/scan-tags.js';
import { libraryAddress, libraryScripts, type ScriptLibrary } from '../libraries/library-manifest.js';
import { scriptElement } from '../libraries/link-libraries.js';
import type { Source } from '../source.js';
import { isSingleFileComponent } from './exported-project.js';

/** A library that the preview puts on the page as a global. */
export type PageLibrary = 'React' | 'ReactDOM' | 'Vue' | 'bootstrap';

/** The globals that the preview of such a project has. */
export function pageLibraries({ framework, cssFramework }: FrameworkConfig): PageLibrary[] {
  return [
    ...(framework === 'react' ? (['React', 'ReactDOM'] as const) : []),
    ...(framework === 'vue' ? (['Vue'] as const) : []),
    ...(cssFramework === 'bootstrap' ? (['bootstrap'] as const) : []),
  ];
}

/** True if code uses the global, as `React.useState` or `const { useState } = React`, not as a word in a text. */
export function usesLibrary(code: string, name: PageLibrary): boolean {
  return new RegExp(`\\b${name}\\s*\\.\\s*[\\w$]|=\\s*${name}\\b|[(,]\\s*${name}\\s*[),]`).test(code);
}

/** Attributes like `onclick="add(1)"`, in the page or in markup within a script. */
const handler = /\bon[a-z]+\s*=\s*(?:\\?"([^"]*)"|\\?'([^']*)')/gi;

/** The code of handlers in markup. */
export function handlersIn(markup: string): string[] {
  return Array.from(markup.matchAll(handler), ([, one, other]) => one ?? other ?? '');
}

const modules = { React: 'react', ReactDOM: 'react', Vue: 'vue', bootstrap: 'bootstrap' };

/** True if code reads the global from `window`, where an import puts nothing. */
function readsFromWindow(code: string, name: PageLibrary): boolean {
  return new RegExp(String.raw`\b(?:window|self|globalThis)\s*\.\s*${name}\b`).test(code);
}

/** Whether scripts of other sites run in the page, which may use any global of the project. */
export function hasForeignScripts({ html, frameworkConfig: { resources = [] } }: Source): boolean {
  const isForeign = (src: string) => /^\s*(?:https?:)?\/\//i.test(src);
  return resources.some(({ kind }) => kind === 'script') || scriptAddresses(html).some(isForeign);
}

/**
 * The libraries that the page of a package loads itself: its handlers and inline scripts use them as globals, or scripts
 * of other sites may, which an import by a module would not make. Not those that the code also imports: a page must not
 * have two of a library.
 */
export function librariesOnPage(source: Source): PageLibrary[] {
  const { html, js, frameworkConfig } = source;
  const scripts = findInlineScripts(html).filter(({ kind }) => kind !== 'importmap');
  const inline = scripts.map(({ start, end }) => html.slice(start, end));
  const code = [...handlersIn(`${html}\n${js}`), ...inline].join('\n');
  const imports = (module: string) =>
    new RegExp(String.raw`\b(?:from|import)\s*(?:\(\s*)?['"]${module}`).test(`${js}\n${code}`);
  const libraries = pageLibraries(frameworkConfig);
  // A component and packages come with the library as a module.
  const mayBeUsed =
    hasForeignScripts(source) && !isSingleFileComponent(frameworkConfig) && !imports('[^./\'"]');
  const used = libraries
    .filter((name) => mayBeUsed || usesLibrary(code, name) || readsFromWindow(js, name))
    .map((name) => modules[name]);
  return libraries.filter(
    (name) => used.includes(modules[name]) && !imports(`${modules[name]}(?:-dom)?['"/]`),
  );
}

/** The tags by which a page loads libraries, as in `standalone.html`. */
export function libraryTags(names: readonly PageLibrary[], { frameworkVersion }: FrameworkConfig): string {
  const libraries = names.map((name): ScriptLibrary => {
    if (name === 'Vue') return 'vue';
    return name === 'bootstrap' ? name : `react-${frameworkVersion}`;
  });
  return [...new Set(libraries)]
    .flatMap((name) => libraryScripts(name, 'production'))
    .map((file) => scriptElement(libraryAddress(file, 'cdn')))
    .join('');
}

/** The import that replaces a global of the preview in a module. */
export function libraryImport(
  name: PageLibrary,
  code: string,
  { frameworkVersion }: FrameworkConfig,
): string {
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

/** Since React 18 `createRoot` is in `react-dom/client`; the preview's `ReactDOM` contains both modules. */
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

/** The type of a global of the page, for a module. */
export function libraryDeclaration(name: PageLibrary, { frameworkVersion }: FrameworkConfig): string {
  const modules = {
    React: ['react'],
    ReactDOM: frameworkVersion === 17 ? ['react-dom'] : ['react-dom', 'react-dom/client'],
    Vue: ['vue'],
    bootstrap: ['bootstrap'],
  };
  return `declare const ${name}: ${modules[name].map((module) => `typeof import('${module}')`).join(' & ')};`;
}
