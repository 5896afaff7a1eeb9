import { describe, expect, it } from '@jest/globals';
import { packageLock } from './package-lock.js';

const manifest = {
  name: 'card',
  private: true,
  version: '0.0.0',
  type: 'module',
  scripts: {},
  devDependencies: { vite: '^8.0.0' },
} as const;

/** Folder and version of each package. */
function lockedBy(dependencies: Record<string, string>, below: Record<string, Record<string, string>>) {
  const lock = packageLock({ ...manifest, dependencies }, below) as {
    packages: Record<string, { version: string }>;
  };
  const { '': _own, ...packages } = lock.packages;
  return Object.fromEntries(Object.entries(packages).map(([path, { version }]) => [path, version]));
}

describe('package-lock.json of an export', () => {
  it('is left out where the packages depend on nothing', () => {
    expect(packageLock({ ...manifest, dependencies: { three: '0.187.0' } }, {})).toBeNull();
  });

  it('has what a package depends on, directly or not, once', () => {
    const below = {
      'a@1.0.0': { c: '1.0.0' },
      'b@1.0.0': { c: '1.0.0' },
      'c@1.0.0': { d: '1.0.0' },
      'd@1.0.0': { a: '1.0.0' },
    };
    expect(lockedBy({ a: '1.0.0', b: '1.0.0' }, below)).toEqual({
      'node_modules/a': '1.0.0',
      'node_modules/b': '1.0.0',
      'node_modules/c': '1.0.0',
      'node_modules/d': '1.0.0',
    });
  });

  it('puts another version where only the package finds it that needs it', () => {
    const below = {
      'a@1.0.0': { c: '1.0.0', b: '1.0.0' },
      'b@1.0.0': { c: '2.0.0' },
      'c@2.0.0': { '@scope/d': '2.0.0' },
      'c@1.0.0': { '@scope/d': '1.0.0' },
    };
    expect(lockedBy({ a: '1.0.0' }, below)).toEqual({
      'node_modules/a': '1.0.0',
      'node_modules/b': '1.0.0',
      'node_modules/c': '1.0.0',
      'node_modules/@scope/d': '1.0.0',
      'node_modules/b/node_modules/c': '2.0.0',
      'node_modules/b/node_modules/c/node_modules/@scope/d': '2.0.0',
    });
  });

  it('leaves alone what package.json names with a range, tools and the framework', () => {
    const below = { 'a@1.0.0': { vite: '2.0.0', vue: '2.0.0' } };
    expect(lockedBy({ a: '1.0.0', vue: '^3.0.0' }, below)).toEqual({
      'node_modules/a': '1.0.0',
      'node_modules/a/node_modules/vite': '2.0.0',
      'node_modules/a/node_modules/vue': '2.0.0',
    });
  });

  it('has an alias in the folder of its name', () => {
    const lock = packageLock(
      { ...manifest, dependencies: { a: '1.0.0' } },
      { 'a@1.0.0': { old: 'npm:@scope/c@1.0.0' }, '@scope/c@1.0.0': { d: '1.0.0' } },
    );
    expect(lock).toMatchObject({
      packages: {
        'node_modules/old': { name: '@scope/c', version: '1.0.0', dependencies: { d: '1.0.0' } },
        'node_modules/d': { version: '1.0.0' },
      },
    });
  });

  it('ends where versions depend on each other in a circle', () => {
    const below = {
      'a@1.0.0': { b: '1.0.0' },
      'b@1.0.0': { a: '2.0.0' },
      'a@2.0.0': { b: '2.0.0' },
      'b@2.0.0': { a: '1.0.0' },
    };
    expect(Object.keys(lockedBy({ a: '1.0.0' }, below)).length).toBeLessThan(50);
  });
});
