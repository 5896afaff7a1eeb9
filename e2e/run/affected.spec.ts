import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { affectedBy, builtServerSpecs } from './affected.ts';

const root = path.resolve(import.meta.dirname, '../..');

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
  const reading = globSync('backend/{src,test}/**/*.spec.ts', { cwd: root }).flatMap((spec) => {
    const text = readFileSync(path.join(root, spec), 'utf8');
    if (!text.includes('readFileSync(new URL(')) return [];
    // An address is from the spec, or from the root where a template literal begins with the way there.
    return [...text.matchAll(/'((?:\.\.\/)*[\w/-]+\.\w+)'/g)]
      .flatMap(([, address = '']) => [path.join(path.dirname(spec), address), address])
      .filter((target) => !/^(backend\/|\.\.)/.test(target) && existsSync(path.join(root, target)))
      .map((target) => ({ spec, target }));
  });
  expect(reading.map(({ target }) => target)).toEqual(
    expect.arrayContaining(['docs/security.md', 'README.md']),
  );
  const missed = reading.filter(
    ({ spec, target }) =>
      !affectedBy('main', [target]).withoutImport.some((pattern) => new RegExp(pattern).test(spec)),
  );
  expect(missed).toEqual([]);
});

/** The files that browser tests import, directly or not. */
function importedInBrowserTests(): Set<string> {
  const found = new Set(globSync('e2e/specs/**/*.spec.ts', { cwd: root }));
  // A set also iterates over what is added meanwhile.
  for (const file of found)
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
      / from '(\.[^']+\.ts)'/g,
    ))
      found.add(path.join(path.dirname(file), name));
  return found;
}

test('what browser tests import affects them', () => {
  const imported = importedInBrowserTests();
  expect(imported).toContain('e2e/walk/ledger.ts');
  expect([...imported].filter((file) => affectedBy('main', [file]).browser === 'nothing')).toEqual([]);
});

test('what browser tests read as files affects all of them, because no spec imports it', () => {
  const written = /^(\.cache|docs\/screens|node_modules|.*\/dist)(\/|$)/;
  const read = [...importedInBrowserTests()].flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g)]
      .map(([, address = '']) => path.join(path.dirname(file), address))
      .filter((target) => target !== '.' && !written.test(target)),
  );
  expect(read).toContain('infra/haproxy.cfg');
  const inFolders = read.map((target) =>
    statSync(path.join(root, target)).isDirectory() ? `${target}/file` : target,
  );
  // `npm start` runs the scripts.
  for (const file of [...inFolders, 'scripts/run.mjs'])
    expect({ file, browser: affectedBy('main', [file]).browser }).toEqual({ file, browser: 'all' });
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
  const starting = globSync('{src,test}/**/*.spec.ts', { cwd: path.join(root, 'backend') }).filter(
    (file) =>
      !file.includes('.nightly.') &&
      /support\/studio\/(studio|admin)-process/.test(readFileSync(path.join(root, 'backend', file), 'utf8')),
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
