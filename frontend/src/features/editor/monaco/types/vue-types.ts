import { declarationFiles } from './declaration-files.ts';

const found = import.meta.glob<string>(
  [
    '../../../../../../node_modules/vue/{dist/vue,jsx-runtime/index}.d.ts',
    '../../../../../../node_modules/@vue/{runtime-dom,runtime-core,reactivity,shared,compiler-dom,compiler-core}/dist/*.d.ts',
    '../../../../../../node_modules/csstype/index.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Vue's packages keep their declarations at `dist/<name>.d.ts`; without a package.json the compiler looks for `index.d.ts`. */
const atIndex = declarationFiles(found).map(({ filePath, content }) => ({
  filePath: filePath.replace(/\/dist\/[\w-]+\.d\.ts$/, '/index.d.ts'),
  content,
}));

/** Vue 3, as an import and as the global that the studio provides. */
export const files = [
  ...atIndex,
  { filePath: 'file:///vue-globals.d.ts', content: "declare const Vue: typeof import('vue');\n" },
];
