import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Bundles Tailwind's own style sheets as a module: browser and server then read their text without a request. */
const { resolve } = createRequire(import.meta.url);
const names = ['tailwindcss', 'tailwindcss/theme', 'tailwindcss/preflight', 'tailwindcss/utilities'];
const files = Object.fromEntries(
  names.map((name) => [
    name,
    readFileSync(resolve(name === 'tailwindcss' ? `${name}/index.css` : `${name}.css`), 'utf8'),
  ]),
);

const target = fileURLToPath(new URL('../dist/styles/', import.meta.url));
mkdirSync(target, { recursive: true });
writeFileSync(`${target}tailwind-files.js`, `export const tailwindFiles = ${JSON.stringify(files)};\n`);
writeFileSync(
  `${target}tailwind-files.d.ts`,
  'export declare const tailwindFiles: Record<string, string>;\n',
);
