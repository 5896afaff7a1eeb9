import type { LibraryFile } from './library-files.ts';

/** `React` and `ReactDOM` without an import; `dom` is the type of the latter. */
export function reactGlobals(dom: string): LibraryFile {
  return {
    filePath: 'file:///react-globals.d.ts',
    content: `declare const React: typeof import('react');\ndeclare const ReactDOM: ${dom};\n`,
  };
}
