/** Declarations as Monaco takes them: the address under which the compiler looks for a package, and the text. */
export interface LibraryFile {
  filePath: string;
  content: string;
}

/** Puts the declarations of npm packages where an import of their names finds them; `as` renames a package on the way. */
export function libraryFiles(found: Record<string, string>, as: Record<string, string> = {}): LibraryFile[] {
  return Object.entries(found).map(([path, content]) => {
    const inPackages = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const renamed = Object.entries(as).find(([from]) => inPackages.startsWith(from));
    const name = renamed ? inPackages.replace(renamed[0], renamed[1]) : inPackages;
    return { filePath: `file:///node_modules/${name}`, content };
  });
}

/** The global `ReactDOM` with what `react-dom/client` has, as the studio provides it; the declarations know `React` and the rest themselves. */
export const reactDomGlobal: LibraryFile = {
  filePath: 'file:///react-dom-global.d.ts',
  content: "declare const ReactDOM: typeof import('react-dom') & typeof import('react-dom/client');\n",
};
