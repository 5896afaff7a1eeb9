import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { virtualTime } from '@/testing/virtual-time.ts';
import { followPackageTypes, importsOf } from './package-types.ts';

const config = { ...defaultFrameworkConfig, packages: { three: '0.1.0', kit: '2.0.0' } };
const entries: Record<string, string> = {
  three: '/packages/@types/three@0.1.2/index.d.ts',
  fflate: '/packages/fflate@1.0.0/index.d.ts',
  kit: '/packages/kit@2.0.0/index.d.ts',
  'three/addons/a.js': '/packages/@types/three@0.1.2/jsm/a.d.ts',
  'fflate@^0.9': '/packages/fflate@0.9.0/index.d.ts',
  alias: '/packages/@deep/real@1.0.0/index.d.ts',
  'typed-alias': '/packages/@types/real@1.0.0/index.d.ts',
};

function setUp(js: string) {
  const time = virtualTime();
  const asked: string[][] = [];
  const read: string[] = [];
  const shown: string[][] = [];
  const listeners = new Set<() => void>();
  let text = js;
  let failing: string | null = null;
  const script = {
    getValue: () => text,
    onDidChangeContent(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const source = {
    async find(_config: unknown, specifiers: string[]) {
      asked.push(specifiers);
      return Object.fromEntries(
        Object.entries(entries).filter(([name]) => !name.includes('/') || specifiers.includes(name)),
      );
    },
    async read(path: string) {
      read.push(path);
      if (path === failing) throw new Error('no connection');
      const base = path.slice(0, path.lastIndexOf('@') + path.slice(path.lastIndexOf('@')).indexOf('/') + 1);
      return { [`${base}package.json`]: '{}', [path]: `// ${path}`, [`${base}shared.d.ts`]: '' };
    },
  };
  const texts: string[] = [];
  const onTypes = (files: { filePath: string; content: string }[]) => {
    shown.push(files.map(({ filePath }) => filePath));
    texts.push(files.map(({ content }) => content).join('\n'));
  };
  const end = followPackageTypes(config, script, onTypes, { source, time });
  return {
    time,
    asked,
    read,
    shown,
    texts,
    end,
    /** The next requests for this path fail; null: none does. */
    fail: (path: string | null) => (failing = path),
    type(next: string) {
      text = next;
      for (const listener of listeners) listener();
    },
  };
}

describe('the types of a project’s packages', () => {
  it('stand where the compiler looks for packages, one version of each', async () => {
    const { time, shown } = setUp('');
    await time.pass(0);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toEqual(
      expect.arrayContaining([
        'file:///node_modules/@types/three/index.d.ts',
        'file:///node_modules/@types/three/package.json',
        'file:///node_modules/kit/index.d.ts',
        'file:///node_modules/alias/index.d.ts',
        'file:///node_modules/alias/package.json',
        'file:///node_modules/@types/typed-alias/index.d.ts',
      ]),
    );
    expect(shown[0]?.filter((path) => path === 'file:///node_modules/fflate/index.d.ts')).toHaveLength(1);
  });

  it('of a path follow once its import is written, and nothing is fetched twice', async () => {
    const { time, asked, read, shown, type } = setUp('import "three"');
    await time.pass(0);
    const before = read.length;
    type('import "three/addons/a');
    await time.pass(500);
    type('import { A } from "three/addons/a.js"');
    await time.pass(999);
    expect(asked).toEqual([[]]);
    await time.pass(1);
    expect(asked).toEqual([[], ['three/addons/a.js']]);
    expect(read.slice(before)).toEqual(['/packages/@types/three@0.1.2/jsm/a.d.ts']);
    expect(shown.at(-1)).toContain('file:///node_modules/@types/three/jsm/a.d.ts');
    type('import { A } from "three/addons/a.js"; new A()');
    await time.pass(2_000);
    expect(asked).toHaveLength(2);
  });

  it('are there for all packages but one that fails, which follows the next change', async () => {
    silenceWarnings();
    const { time, asked, shown, type, fail } = setUp('');
    fail('/packages/kit@2.0.0/index.d.ts');
    await time.pass(0);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('file:///node_modules/@types/three/index.d.ts');
    expect(shown[0]).toContain('file:///node_modules/alias/index.d.ts');
    expect(shown[0]).not.toContain('file:///node_modules/kit/index.d.ts');
    fail(null);
    type('// hello');
    await time.pass(2_000);
    expect(asked).toHaveLength(2);
    expect(shown).toHaveLength(2);
    expect(shown[1]).toEqual(
      expect.arrayContaining([
        'file:///node_modules/@types/three/index.d.ts',
        'file:///node_modules/kit/index.d.ts',
      ]),
    );
  });

  it('are those of imports that name a version as well, as soon as one does', async () => {
    const { time, texts, type } = setUp("import 'three'");
    await time.pass(0);
    expect(texts.at(-1)).not.toContain('declare module');
    type("import 'three@^0.1'");
    await time.pass(1_000);
    expect(texts.at(-1)).toContain("declare module 'three@^0.1' {\n  export * from 'three';");
  });

  it('are not shown any more once another project is open', async () => {
    const { time, shown, end, type } = setUp('');
    end();
    type('import "three/addons/a.js"');
    await time.pass(2_000);
    expect(shown).toEqual([]);
  });
});

it('what a script imports from within packages, and in a version', () => {
  const js = `import * as THREE from 'three'; import { A } from "three/addons/a.js";
    const b = await import('kit/b'); import 'other/c'; export * from 'three@^0.1/d.js'; import './e.js';
    import kit from 'kit@2';`;
  expect(importsOf(js, config)).toEqual(['kit/b', 'kit@2', 'three/addons/a.js', 'three@^0.1/d.js']);
  expect(importsOf(js, defaultFrameworkConfig)).toEqual([]);
});
