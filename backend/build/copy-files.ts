import { cpSync } from 'node:fs';

/** Files that the back end reads at run time, and the bundler does not copy. */
for (const folder of ['features/projects/welcome', 'features/frameworks/templates'])
  cpSync(new URL(`../src/${folder}`, import.meta.url), new URL(`../dist/${folder}`, import.meta.url), {
    recursive: true,
  });
