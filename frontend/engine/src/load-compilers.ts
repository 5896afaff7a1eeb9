import { type CompileTarget, compile } from './compile.js';
import type { Source } from './source.js';

/** Configurations whose compilers are loaded. */
const loaded = new Set<string>();

/** Loads the compilers of such a project, by having them compile next to nothing: how long that takes is not its doing. */
export async function loadCompilers({ frameworkConfig }: Source, target: CompileTarget): Promise<void> {
  const configuration = JSON.stringify(frameworkConfig);
  if (loaded.has(configuration)) return;
  await compile({ html: '', css: 'a{}', js: ';', frameworkConfig }, target);
  loaded.add(configuration);
}
