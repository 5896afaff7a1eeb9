import type { UserConfig } from 'vite';
import { assertForPug } from './assert-for-pug.ts';
import { sassWithoutEval } from './sass-without-eval.ts';

/** Apart from the page's own scripts, so that one can see what runs where. */
const fileNames = 'assets/workers/[name]-[hash].js';

/** How workers are built: each compiler is a chunk of its own, fetched when it is first needed. */
export const worker: NonNullable<UserConfig['worker']> = {
  format: 'es',
  plugins: () => [sassWithoutEval(), assertForPug()],
  rolldownOptions: { output: { entryFileNames: fileNames, chunkFileNames: fileNames } },
};
