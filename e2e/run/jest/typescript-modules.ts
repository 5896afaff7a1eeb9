import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Options, transformSync } from '@swc/core';
import './worker-data.ts';

/*
 * Has Node itself load our TypeScript, decorators included, so that the specs of a worker share their modules: loading
 * Nest and MikroORM for each file took as long as the tests.
 */

const root = new URL('../../../', import.meta.url).href;
const globals = new URL('./globals.ts', import.meta.url).href;
const cheapHashes = new URL('../../../backend/test/support/cheap-hashes.ts', import.meta.url).href;
const nightly = process.env['NIGHTLY'] === 'on';

const options: Options = {
  sourceMaps: 'inline',
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2024',
  },
  module: { type: 'es6' },
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
    const importer = context.parentURL ?? '';
    if (specifier === '@node-rs/argon2' && isOurs(importer) && importer !== cheapHashes && !nightly)
      return { url: cheapHashes, shortCircuit: true };
    if (isOurs(importer) && /^\.{1,2}\/.*\.js$/.test(specifier)) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), importer);
      if (existsSync(source)) return { url: source.href, shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    const address = new URL(url);
    address.search = '';
    if (!isOurs(url) || !address.pathname.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(address);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

function isOurs(url: string): boolean {
  return url.startsWith(root) && !url.includes('/node_modules/');
}
