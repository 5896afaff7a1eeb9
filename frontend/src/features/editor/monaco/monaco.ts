import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { TabFocus } from 'monaco-editor/editor/browser/config/tabFocus';
import { cssDefaults } from 'monaco-editor/languages/features/css/register';
import { javascriptDefaults, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import { whenIdle } from '@/lib/time.ts';
import { isApple } from '@/ui/platform.ts';
import * as texts from '../full-editor-texts.ts';
import { offer } from '../snippets/register-snippets.ts';
import { reactSnippets, sfcSnippets, vueSnippets } from '../snippets/snippets.ts';
import { offerTailwindClasses } from '../tailwind/offer-classes.ts';
import { closeModels, markProblems, modelOf, offerFixes, openModels, setTabSize } from './models.ts';
import { defineTheme } from './monaco-colors.ts';
import { MonacoEditor } from './monaco-editor.tsx';
import { firstUse, startJsxEmmet } from './setup.ts';
import { type DeclarationFile, importMetaEnv } from './types/declaration-files.ts';

/** Monaco with everything that the workspace needs of it, loaded as one chunk. */
export const monaco = {
  MonacoEditor,
  openModels,
  closeModels,
  setTabSize,
  configureLanguages,
  markProblems,
  defineTheme,
  followTab,
};
export type Monaco = typeof monaco;

offerFixes();

/** Monaco's key that toggles what Tab does; it differs on Apple's systems. */
const tabKey = isApple() ? 'Ctrl+Shift+M' : 'Ctrl+M';

/** Explains how to leave the editors by keyboard (WCAG 2.1.2). */
const noteFor = (moves: boolean) => (moves ? texts.tabMoves(tabKey) : texts.tabIndents(tabKey));

/** Calls back with a note on what Tab does in all editors, now and after each toggle. The returned function ends it. */
export function followTab(onChange: (note: string) => void): () => void {
  onChange(noteFor(false));
  const changes = TabFocus.onDidChangeTabFocus((moves) => onChange(noteFor(moves)));
  return () => changes.dispose();
}

/** Modules without declarations have the type `any`, instead of an error. */
const unknownModules: DeclarationFile = {
  filePath: 'file:///unknown-modules.d.ts',
  content: "declare module '*';\n",
};

const reactTypes = {
  17: () => import('./types/react-17-types.ts'),
  18: () => import('./types/react-18-types.ts'),
  19: () => import('./types/react-19-types.ts'),
};

const scriptLanguages = ['javascript', 'typescript'];

let newest: FrameworkConfig | null = null;

/** Types of the packages; those of the previous configuration stay until the new ones are loaded. */
let packageTypes: DeclarationFile[] = [];
let disposeCompletions = () => {};
let endPackageTypes = () => {};

/** Configures the language services for a project; the types of its framework follow when they are loaded. */
async function configureLanguages(config: FrameworkConfig): Promise<void> {
  newest = config;
  disposeCompletions();
  disposeCompletions = frameworkCompletions(config);
  endPackageTypes();
  const unknownAtRules = config.cssFramework === 'tailwind' ? 'ignore' : 'warning';
  cssDefaults.setOptions({
    ...cssDefaults.options,
    lint: Object.assign({}, cssDefaults.options.lint, { unknownAtRules }),
  });
  const files = await frameworkTypes(config);
  if (newest !== config) return;
  if (!config.packages) packageTypes = [];
  setTypes(files);
  // Those of packages are many, so they are loaded at the first use of an editor.
  if (config.packages) void firstUse.then(() => whenIdle(() => void addPackageTypes(config, files)));
}

function setTypes(ofFramework: DeclarationFile[]): void {
  for (const defaults of [javascriptDefaults, typescriptDefaults])
    defaults.setExtraLibs([unknownModules, importMetaEnv, ...ofFramework, ...packageTypes]);
}

/** In addition to the types of the framework. */
async function addPackageTypes(config: FrameworkConfig, ofFramework: DeclarationFile[]): Promise<void> {
  try {
    const { followPackageTypes } = await import('./types/package-types.ts');
    if (newest !== config) return;
    endPackageTypes = followPackageTypes(config, modelOf('js'), (files) => {
      packageTypes = files;
      setTypes(ofFramework);
    });
  } catch (error) {
    console.warn('The types of the packages could not be loaded.', error);
  }
}

/** Registers snippets, abbreviations and classes of a project's frameworks; the returned function removes them. */
function frameworkCompletions({ framework, vueSfc, cssFramework }: FrameworkConfig): () => void {
  const stops = [
    ...(framework === 'react' ? [startJsxEmmet(), offer(scriptLanguages, reactSnippets)] : []),
    ...(framework === 'vue' ? [offer(scriptLanguages, vueSnippets)] : []),
    ...(framework === 'vue' && vueSfc ? [offer(['html'], sfcSnippets)] : []),
    ...(cssFramework === 'tailwind' ? [offerTailwindClasses(() => modelOf('css')?.getValue() ?? '')] : []),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function frameworkTypes({ framework, frameworkVersion }: FrameworkConfig): Promise<DeclarationFile[]> {
  if (framework === 'vanilla') return [];
  const load = framework === 'react' ? reactTypes[frameworkVersion] : () => import('./types/vue-types.ts');
  try {
    return (await load()).files;
  } catch (error) {
    console.warn('The types of the framework could not be loaded.', error);
    return [];
  }
}
