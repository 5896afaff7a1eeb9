import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { findInlineScripts } from '../html/inline-scripts.js';
import { libraryAddress, libraryScripts, type ScriptLibrary } from '../libraries/library-manifest.js';
import { scriptElement } from '../libraries/link-libraries.js';
import type { Source } from '../source.js';

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

/**
 * The libraries that the page of a package loads itself: its handlers and inline scripts use them as globals, which an
 * import by a module would not make. Not those that the code also imports: a page must not have two of a library.
 */
export function librariesOnPage({ html, js, frameworkConfig }: Source): PageLibrary[] {
  const scripts = findInlineScripts(html).filter(({ kind }) => kind !== 'importmap');
  const inline = scripts.map(({ start, end }) => html.slice(start, end));
  const code = [...handlersIn(`${html}\n${js}`), ...inline].join('\n');
  const imports = (module: string) =>
    new RegExp(String.raw`\b(?:from|import)\s*(?:\(\s*)?['"]${module}(?:-dom)?['"/]`).test(`${js}\n${code}`);
  const libraries = pageLibraries(frameworkConfig);
  const used = libraries.filter((name) => usesLibrary(code, name)).map((name) => modules[name]);
  return libraries.filter((name) => used.includes(modules[name]) && !imports(modules[name]));
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
