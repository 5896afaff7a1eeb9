import type { Program } from 'acorn';
import type { TextPosition } from '../text-position.js';
import type { ScriptInsertions } from './script-insertions.js';

/** Vite's `import.meta.env`. */
export interface ImportMetaEnv {
  BASE_URL: string;
  MODE: 'development' | 'production';
  DEV: boolean;
  PROD: boolean;
  SSR: false;
}

/** The values for a page: those of Vite's development server in the editor, those of its build elsewhere. */
export function importMetaEnv({
  mode,
  isFile = false,
}: {
  mode: ImportMetaEnv['MODE'];
  isFile?: boolean;
}): ImportMetaEnv {
  const isProduction = mode === 'production';
  return {
    BASE_URL: isFile ? './' : '/',
    MODE: mode,
    DEV: !isProduction,
    PROD: isProduction,
    SSR: false,
  };
}

/** Sets `import.meta.env` before the first statement of a module that uses `import.meta`. */
export function insertMetaEnv(
  script: ScriptInsertions,
  { body: [first] }: Program,
  env: ImportMetaEnv,
  originOf: (offset: number) => TextPosition,
): void {
  if (!first || !/\bimport\s*\.\s*meta\b/.test(script.original)) return;
  script.insert(first.start, `import.meta.env=${JSON.stringify(env)};`, originOf(first.start));
}
