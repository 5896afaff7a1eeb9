import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { affectedBy, builtServerSpecs } from './affected.ts';

const reach = (...files: string[]) => {
  const { backend, browser } = affectedBy('main', files);
  return { backend, browser };
};

test('a document affects no test of the product but those that read it', () => {
  expect(affectedBy('main', ['docs/glossary.md'])).toMatchObject({
    backend: 'nothing',
    withoutImport: [],
    browser: 'nothing',
  });
  expect(affectedBy('main', ['README.md', 'CHANGELOG.md']).withoutImport).toEqual([
    'config/read-config',
    'admin/upgrade',
  ]);
});

test('a file outside the back end affects the specs of the back end that read it', () => {
  const backend = path.resolve(import.meta.dirname, '../../backend');
  const root = path.dirname(backend);
  const reading = globSync('{src,test}/**/*.spec.ts', { cwd: backend }).flatMap((spec) => {
    const file = path.join(backend, spec);
    const [, ...read] = readFileSync(file, 'utf8').split('readFileSync(new URL(');
    return read.flatMap((call) => {
      const [, address = ''] = /^'([^']+)'/.exec(call) ?? [];
      const target = path.relative(root, path.resolve(path.dirname(file), address));
      return address === '' || target.startsWith('backend/') ? [] : { spec, target };
    });
  });
  expect(reading.map(({ target }) => target)).toContain('docs/security.md');
  const missed = reading.filter(
    ({ spec, target }) =>
      !affectedBy('main', [target]).withoutImport.some((pattern) => new RegExp(pattern).test(spec)),
  );
  expect(missed).toEqual([]);
});

test('what both halves share affects everything', () => {
  for (const file of [
    'package-lock.json',
    'backend/contract/src/limits.ts',
    'frontend/engine/src/a.ts',
    'backend/shelf/package.json',
    'backend/build/bundle.ts',
  ])
    expect(reach('README.md', file)).toEqual({ backend: 'all', browser: 'all' });
});

test('code of the back end affects the specs that load it, and all that runs in a browser', () => {
  expect(reach('backend/src/features/auth/a.ts')).toEqual({ backend: 'changed', browser: 'all' });
});

test('code of the page affects what runs in a browser', () => {
  expect(reach('frontend/src/app/a.tsx')).toEqual({ backend: 'nothing', browser: 'all' });
});

test('code of the back end affects the specs that start the built server, which do not import it', () => {
  const { withoutImport } = affectedBy('main', ['backend/src/features/auth/a.ts']);
  const backend = path.resolve(import.meta.dirname, '../../backend');
  const starting = globSync('{src,test}/**/*.spec.ts', { cwd: backend }).filter(
    (file) =>
      !file.includes('.nightly.') &&
      /support\/studio\/(studio|admin)-process/.test(readFileSync(`${backend}/${file}`, 'utf8')),
  );
  expect(starting).toContain('test/privacy/logs.spec.ts');
  const isThere = (file: string) => withoutImport.some((pattern) => new RegExp(pattern).test(file));
  expect(starting.filter((file) => !isThere(file))).toEqual([]);
  expect(affectedBy('main', ['backend/src/features/auth/a.spec.ts']).withoutImport).toEqual([]);
});

test('code of the page affects the specs of the server that sends it', () => {
  const { backend, withoutImport } = affectedBy('main', ['frontend/src/app/a.tsx']);
  expect(backend).toBe('nothing');
  expect(withoutImport.filter((pattern) => !builtServerSpecs.includes(pattern))).toContain('test/http/');
  expect(affectedBy('main', ['frontend/src/app/a.spec.tsx']).withoutImport).toEqual([]);
});

test('what browser tests read as files affects all of them, because no spec imports it', () => {
  for (const file of ['e2e/corpus/script-order/index.html', 'integrations/discourse-theme/about.json'])
    expect(reach(file)).toEqual({ backend: 'nothing', browser: 'all' });
});

test('a spec affects itself', () => {
  expect(reach('backend/src/features/auth/a.spec.ts')).toEqual({ backend: 'changed', browser: 'nothing' });
  expect(reach('e2e/specs/saving/a.spec.ts')).toEqual({ backend: 'nothing', browser: 'changed' });
  expect(reach('frontend/src/app/a.spec.tsx')).toEqual({ backend: 'nothing', browser: 'nothing' });
});

test('the harness of the fidelity tests affects the browser tests that use it', () => {
  expect(reach('e2e/fidelity/compare.ts')).toEqual({ backend: 'nothing', browser: 'changed' });
});

test('the corpus and all packages are built where the engine or exports have changed', () => {
  expect(affectedBy('main', ['frontend/engine/src/compile.ts']).exports).toBe(true);
  expect(affectedBy('main', ['frontend/src/features/export/a.ts']).exports).toBe(true);
  expect(affectedBy('main', ['backend/src/features/auth/a.ts', 'README.md']).exports).toBe(false);
});
