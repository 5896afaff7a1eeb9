import type { LibraryFile } from './library-files.ts';

/** The global `ReactDOM` with what `react-dom/client` has, as the studio provides it; the declarations know `React` and the rest themselves. */
export const reactDomGlobal: LibraryFile = {
  filePath: 'file:///react-dom-global.d.ts',
  content: "declare const ReactDOM: typeof import('react-dom') & typeof import('react-dom/client');\n",
};
