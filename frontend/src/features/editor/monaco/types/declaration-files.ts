/** A declaration file for Monaco: the path at which the compiler looks for it, and its text. */
export interface DeclarationFile {
  filePath: string;
  content: string;
}

/** Places the declarations of npm packages where imports find them; `as` renames packages. */
export function declarationFiles(
  found: Record<string, string>,
  as: Record<string, string> = {},
): DeclarationFile[] {
  return Object.entries(found).map(([path, content]) => {
    const inPackages = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const renamed = Object.entries(as).find(([from]) => inPackages.startsWith(from));
    const name = renamed ? inPackages.replace(renamed[0], renamed[1]) : inPackages;
    return { filePath: `file:///node_modules/${name}`, content };
  });
}

/** Declares the global `ReactDOM` including `react-dom/client`; React's own types declare the other globals. */
export const reactDomGlobal: DeclarationFile = {
  filePath: 'file:///react-dom-global.d.ts',
  content: "declare const ReactDOM: typeof import('react-dom') & typeof import('react-dom/client');\n",
};

/** Declares `import.meta.env`, which modules have as in Vite. */
export const importMetaEnv: DeclarationFile = {
  filePath: 'file:///import-meta-env.d.ts',
  content: `interface ImportMetaEnv {
  readonly [name: string]: any;
  readonly MODE: string;
  readonly BASE_URL: string;
  readonly PROD: boolean;
  readonly DEV: boolean;
  readonly SSR: boolean;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
`,
};
