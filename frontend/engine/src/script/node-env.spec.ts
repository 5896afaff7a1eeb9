import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { toHtml } from '../build-document.js';
import { type CompileTarget, compile } from '../compile.js';
import type { Sources } from '../source.js';

async function page(
  sources: Partial<Sources>,
  config: Partial<FrameworkConfig> = {},
  more: Partial<CompileTarget> = {},
) {
  const target: CompileTarget = {
    mode: 'development',
    libraries: 'local',
    moduleCdn: null,
    checkLoops: true,
    ...more,
  };
  const frameworkConfig = { ...defaultFrameworkConfig, ...config };
  const { document } = await compile({ html: '', css: '', js: '', ...sources, frameworkConfig }, target);
  return toHtml(document);
}

const js = "print(process.env.NODE_ENV, 'process.env.NODE_ENV'); // process.env.NODE_ENV";

it('process.env.NODE_ENV is the mode, in code alone, and moves no column', async () => {
  const rest = ", 'process.env.NODE_ENV'); // process.env.NODE_ENV";
  expect(await page({ js })).toContain(`print("development"       ${rest}`);
  expect(await page({ js }, {}, { mode: 'production' })).toContain(`print("production"        ${rest}`);
});

it.each<[string, string, Partial<FrameworkConfig>]>([
  ['a module', `export {};\n${js}`, {}],
  ['TypeScript', 'print(process.env.NODE_ENV as string)', { typescript: true }],
  ['what TypeScript itself compiles', 'enum A { B }\nprint(process.env.NODE_ENV)', { typescript: true }],
  ['JSX', 'const a = <b title={process.env.NODE_ENV} />;', { framework: 'react' }],
  ['the key of what is assigned', 'counts[process.env.NODE_ENV] = 1;', {}],
  ['the key of what is counted', 'counts[process.env.NODE_ENV] += 1; counts[process.env.NODE_ENV]++;', {}],
  ['a loop', 'while (process.env.NODE_ENV === print()) {}', {}],
  [
    'a component',
    '<template><p/></template><script setup>\nprint(process.env.NODE_ENV)</script>',
    { framework: 'vue', vueSfc: true },
  ],
])('it is replaced in %s', async (_name, code, config) => {
  expect(await page({ js: code }, config)).toContain('"development"  ');
});

it.each([
  "process.env['NODE_ENV']",
  'process["env"].NODE_ENV',
  'process.env?.NODE_ENV',
  'process?.env?.NODE_ENV',
])('it is replaced as %s', async (written) => {
  expect(await page({ js: `print(${written}, end);` })).toContain(
    `print(${'"development"'.padEnd(written.length)}, end);`,
  );
});

it('nothing behind it moves where it is written in several lines', async () => {
  expect(await page({ js: 'print(process\n  .env\n  .NODE_ENV, end);' })).toContain(
    'print("development"\n      \n           , end);',
  );
});

it('it is replaced in modules of the HTML, as in the package, and not in ordinary scripts', async () => {
  const html =
    '<script type="module">one(process.env.NODE_ENV)</script><script>two(process.env.NODE_ENV)</script>';
  const made = await page({ html });
  expect(made).toContain('one("development"');
  expect(made).toContain('two(process.env.NODE_ENV)');
});

it.each([
  'const process = { env: {} }; print(process.env.NODE_ENV);',
  'import process from "kit"; print(process.env.NODE_ENV);',
  '((process) => print(process.env.NODE_ENV))({ env: {} });',
  'function process() {} print(process.env.NODE_ENV);',
  'process.env.NODE_ENV = "production";',
  'process.env.NODE_ENV++;',
  'for (process.env.NODE_ENV in {}) print();',
  'print(other.process.env.NODE_ENV);',
  'print(process.env[NODE_ENV]);',
  'print(process[env].NODE_ENV);',
])('it stays where a script has its own process, or assigns to it: %s', async (code) => {
  expect(await page({ js: code }, {}, { checkLoops: false })).not.toContain('"development"');
});

it('a question for process and properties of that name are no process of its own', async () => {
  const code = 'if (typeof process === "object") kit.process({ process: process.env.NODE_ENV });';
  expect(await page({ js: code })).toContain('{ process: "development"');
});
