import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { cssDefaults } from 'monaco-editor/languages/features/css/register';
import { javascriptDefaults, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import { offer } from '../snippets/register-snippets.ts';
import { reactSnippets, sfcSnippets, vueSnippets } from '../snippets/script-snippets.ts';
import { startJsxEmmet } from './emmet.ts';
import type { LibraryFile } from './types/library-files.ts';

/** What nobody has declarations for is anything, not a mistake. */
const unknownModules: LibraryFile = {
  filePath: 'file:///unknown-modules.d.ts',
  content: "declare module '*';\n",
};

const reactTypes = {
  17: () => import('./types/react-17.ts'),
  18: () => import('./types/react-18.ts'),
  19: () => import('./types/react-19.ts'),
};

const scriptLanguages = ['javascript', 'typescript'];

let newest: FrameworkConfig | null = null;
let forget = () => {};

/** Makes the language services know what a project of this configuration knows; the types of its framework follow when they are here. */
export async function teachLanguages(config: FrameworkConfig): Promise<void> {
  newest = config;
  forget();
  forget = frameworkCompletions(config);
  const unknownAtRules = config.cssFramework === 'tailwind' ? 'ignore' : 'warning';
  cssDefaults.setOptions({
    ...cssDefaults.options,
    lint: Object.assign({}, cssDefaults.options.lint, { unknownAtRules }),
  });
  const files = await frameworkTypes(config);
  if (newest !== config) return;
  for (const defaults of [javascriptDefaults, typescriptDefaults]) {
    defaults.setExtraLibs([unknownModules, ...files]);
  }
}

/** Snippets and abbreviations that belong to one framework; the answer takes them away. */
function frameworkCompletions({ framework, vueSfc }: FrameworkConfig): () => void {
  if (framework === 'vanilla') return () => {};
  const stops =
    framework === 'react'
      ? [startJsxEmmet(), offer(scriptLanguages, reactSnippets)]
      : [offer(scriptLanguages, vueSnippets), ...(vueSfc ? [offer(['html'], sfcSnippets)] : [])];
  return () => {
    for (const stop of stops) stop();
  };
}

async function frameworkTypes({ framework, frameworkVersion }: FrameworkConfig): Promise<LibraryFile[]> {
  if (framework === 'vanilla') return [];
  const load = framework === 'react' ? reactTypes[frameworkVersion] : () => import('./types/vue.ts');
  try {
    return (await load()).files;
  } catch (error) {
    console.warn('The types of the framework could not be loaded.', error);
    return [];
  }
}
