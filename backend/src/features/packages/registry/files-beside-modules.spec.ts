import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

async function importOf(name: string, subpath = '.'): Promise<Record<string, unknown>> {
  expect((await setup.resolve([name])).problems).toEqual([]);
  return setup.modules.import(packagePath(name, '1.0.0', subpath));
}

async function textAt(address: unknown): Promise<string> {
  return (await fetch(String(address))).text();
}

it('a module finds files by names that it makes when it runs, as beside the published file', async () => {
  setup.registry.publish('loads-languages', {
    files: {
      'index.js': "export * from './lib/load.js';",
      'lib/load.js': `export const folder = new URL('.', import.meta.url).href;
export const load = (language) => import(new URL(\`./\${language}.js\`, import.meta.url).href);
export const said = "import.meta.url";
export const french = new URL('./fr.txt', import.meta.url);`,
      'lib/fr.txt': 'bonjour',
    },
  });
  const found = await importOf('loads-languages');
  const { said, french } = found;
  const folder = String(found['folder']);
  expect(new URL(folder).pathname).toBe('/packages/loads-languages@1.0.0/lib/');
  expect(said).toBe('import.meta.url');
  for (const address of [`${folder}fr.txt`, french]) expect(await textAt(address)).toBe('bonjour');
});

/** A function `sum`, which imports `add` from another module. */
function wasmThatImports(module: string): Buffer {
  const text = (value: string) => [value.length, ...Buffer.from(value)];
  const section = (id: number, content: number[]) => [id, content.length, ...content];
  return Buffer.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]),
    ...section(2, [1, ...text(module), ...text('add'), 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('sum'), 0, 1]),
    ...section(10, [1, 8, 0, 0x20, 0, 0x20, 1, 0x10, 0, 0x0b]),
  ]);
}

it('WebAssembly that imports scripts beside it is a module, as tools write it for bundlers; any other is its address', async () => {
  setup.registry.publish('runs-wasm', {
    files: {
      'index.js': `import * as wasm from './sum.wasm';
import address from './plain.wasm';
import { start } from './glue.js';
start(wasm);
export { address };
export { total } from './glue.js';`,
      'glue.js': `let wasm; export const start = (given) => { wasm = given; };
export const add = (one, other) => one + other;
export const total = (one, other) => wasm.sum(one, other);`,
    },
    entries: [
      { path: 'package/sum.wasm', text: wasmThatImports('./glue.js') },
      { path: 'package/plain.wasm', text: wasmThatImports('env') },
    ],
  });
  const { total, address } = await importOf('runs-wasm');
  expect((total as (one: number, other: number) => number)(2, 3)).toBe(5);
  expect(new URL(String(address)).pathname).toBe('/packages/runs-wasm@1.0.0/plain.wasm');
});

it('of a package with too many modules those of its main module’s folder are built', async () => {
  const files = (folder: string) =>
    Object.entries({
      index: '',
      ...Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`m${at}`, ''])),
    }).map(([name]) => [`${folder}/${name}.js`, `export const from = '${folder}';`]);
  setup.registry.publish('has-two-builds', {
    manifest: { main: './lib/index.js', module: './es/index.js' },
    files: Object.fromEntries([...files('es'), ...files('lib')]),
  });
  expect((await importOf('has-two-builds', './es/m1099'))['from']).toBe('es');
});

it('a text is sent compressed, and a very large one as it is, with a tag that every replica gives it', async () => {
  const large = ' '.repeat(9 * 1_048_576);
  setup.registry.publish('has-texts', {
    files: { 'small.txt': 'short', 'large.csv': large, 'large.txt': large },
  });
  await importOf('has-texts');
  const at = (file: string, headers = {}) => {
    const address = `http://127.0.0.1:${setup.studio.config.sandboxPort}${packagePath('has-texts', '1.0.0', file)}`;
    return fetch(address, { headers: { 'Accept-Encoding': 'br', ...headers } });
  };
  expect((await at('./small.txt')).headers.get('Content-Encoding')).toBe('br');
  for (const file of ['./large.txt', './large.csv']) {
    const response = await at(file);
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(await response.text()).toHaveLength(large.length);
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toBe(`"/packages/has-texts@1.0.0/${file.slice(2)}"`);
    expect((await at(file, { 'If-None-Match': tag })).status).toBe(304);
  }
  expect((await at('./large.txt')).headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
});
