import { cpSync } from 'node:fs';

/** What the back end reads beside its code, and the compiler leaves out. */
for (const folder of ['features/projects/welcome', 'features/frameworks/templates'])
  cpSync(new URL(`../src/${folder}`, import.meta.url), new URL(`../dist/${folder}`, import.meta.url), {
    recursive: true,
  });
