import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { leastStall } from '../../../../test/support/longest-stall.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import {
  type PublishedPackage,
  startTestRegistry,
  type TestRegistry,
} from '../../../../test/support/test-registry.js';

let studio: TestStudio;
let registry: TestRegistry;
/** A file of the machine, next to the folders of packages. */
let secretFile: string;
const secret = 'export default "a secret of this machine";';
/** Relative paths from a package's folder to that file, and to a file of another package. */
const up = '../../secret.js';
const beside = '../neighbour@1.0.0--files/index.js';

beforeAll(async () => {
  registry = await startTestRegistry();
  studio = await startTestStudio({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
  secretFile = path.join(studio.config.dataDir, 'secret.js');
  writeFileSync(secretFile, secret);
  registry.publish('neighbour', { files: { 'index.js': secret, 'index.d.ts': secret } });
  await resolve('neighbour');
});
afterAll(async () => {
  await studio.stop();
  await registry.stop();
});

async function resolve(name: string) {
  const { body } = await studio.call('post', '/packages/resolve').send({ specifiers: [name], types: true });
  return body;
}

const readers: [how: string, published: () => PublishedPackage][] = [
  [
    'imports',
    () => ({
      files: {
        'index.js': `import '${secretFile}'; import 'file://${secretFile}'; import one from '${up}'; import two from '${beside}'; export default [one, two];`,
      },
    }),
  ],
  [
    'requires',
    () => ({ files: { 'index.cjs': `exports.a = require('${up}');` }, manifest: { main: 'index.cjs' } }),
  ],
  ['main', () => ({ manifest: { main: up, module: beside, browser: secretFile } })],
  [
    'imports-map',
    () => ({
      manifest: { imports: { '#a': up, '#b': secretFile, '#c': `./x/../${beside}` } },
      files: {
        'index.js': "import a from '#a'; import b from '#b'; import c from '#c'; export default [a, b, c];",
      },
    }),
  ],
  [
    'browser-map',
    () => ({
      manifest: { browser: { './other.js': up, fs: secretFile } },
      files: { 'index.js': "import one from './other.js'; import two from 'fs'; export default [one, two];" },
    }),
  ],
  ['types', () => ({ manifest: { types: up, typings: beside } })],
  [
    'references',
    () => ({
      manifest: { types: 'index.d.ts' },
      files: {
        'index.d.ts': `/// <reference path="${up}" />\nexport * from '${beside.replace(/\.js$/, '')}';`,
      },
    }),
  ],
  ['source-map', () => ({ files: { 'index.js': `export default 1;\n//# sourceMappingURL=${up}` } })],
  ['tsconfig', () => ({ files: { 'tsconfig.json': JSON.stringify({ extends: up }) } })],
];

it.each(readers)(
  'H84 a package reads no file of the machine or of others by its %s',
  async (how, published) => {
    const name = `reads-by-${how}`;
    registry.publish(name, published());
    const texts = [JSON.stringify(await resolve(name))];
    const addresses = ['.', './index.d.ts', './index.js', './index.js.map'].map((each) =>
      packagePath(name, '1.0.0', each),
    );
    for (const address of addresses) {
      for (const query of ['', '?types', '?module']) {
        const response = await fetch(`http://127.0.0.1:${studio.config.sandboxPort}${address}${query}`);
        texts.push(await response.text());
        const [, chunk] = /"(\/packages\/[^"]*~[^"]*)"/.exec(texts.at(-1) ?? '') ?? [];
        if (chunk)
          texts.push(await (await fetch(`http://127.0.0.1:${studio.config.sandboxPort}${chunk}`)).text());
      }
    }
    expect(texts.join('\n')).not.toContain('a secret of this machine');
  },
);

it('H84 a module of very long data is sent as it is read, and keeps nobody else waiting', async () => {
  const row = '{"id":1,"name":"one of very many"},';
  const data = `[${row.repeat(Math.floor(40_000_000 / row.length))}0]`;
  const long = 'y'.repeat(9_000_000);
  registry.publish('has-long-data', {
    files: {
      'index.js': 'export default 1;',
      'data.json': data,
      'long.js': `import './index.js'; export default "${long}";`,
    },
  });
  await resolve('has-long-data');
  const read = async (subpath: string) => {
    const address = packagePath('has-long-data', '1.0.0', subpath);
    const sent = get({
      port: studio.config.sandboxPort,
      path: address,
      headers: { 'accept-encoding': 'br' },
    });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const parts = await response.toArray();
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      text: Buffer.concat(parts),
    };
  };
  const whole = { status: 200, type: 'text/javascript; charset=utf-8' };
  const { text, ...rest } = await read('./data.json?module');
  expect(rest).toEqual(whole);
  expect(
    text.equals(Buffer.from(`const data = ${data};\nexport { data as default, data as "module.exports" };`)),
  ).toBe(true);
  expect(await read('./long.js')).toMatchObject(whole);

  for (const subpath of ['./data.json?module', './long.js'])
    expect(await leastStall(() => read(subpath))).toBeLessThan(100);
});
