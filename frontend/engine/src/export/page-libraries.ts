import type { FrameworkConfig } from '@studio/contract/http/frameworks';

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

/** True where code uses such a global: as `React.useState` or `const { useState } = React`, not as a word of a text. */
export function usesLibrary(code: string, name: PageLibrary): boolean {
  return new RegExp(`\\b${name}\\s*\\.\\s*[\\w$]|=\\s*${name}\\b|[(,]\\s*${name}\\s*[),]`).test(code);
}

/** The import that gives a module what the preview has as a global. */
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
