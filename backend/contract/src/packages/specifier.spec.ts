import { describe, expect, it } from '@jest/globals';
import { isExactVersion, isPackageName } from './package-names.js';
import { packagePath, parsePackagePath, parseSpecifier } from './specifier.js';

describe('an import of a package', () => {
  it.each([
    ['three', 'three', null, '.'],
    ['three/', 'three', null, '.'],
    ['three@^0.180', 'three', '^0.180', '.'],
    ['three/addons/controls/OrbitControls.js', 'three', null, './addons/controls/OrbitControls.js'],
    ['@react-three/fiber', '@react-three/fiber', null, '.'],
    ['@scope/pkg@^3/sub/path', '@scope/pkg', '^3', './sub/path'],
    ['lodash-es@4.17.21/debounce', 'lodash-es', '4.17.21', './debounce'],
    ['pkg@latest', 'pkg', 'latest', '.'],
    ['chart.js/auto', 'chart.js', null, './auto'],
    ['pkg/.well-known', 'pkg', null, './.well-known'],
    ['pkg/@scope/x', 'pkg', null, './@scope/x'],
  ])('%s names a package, a range and a path', (specifier, name, range, subpath) => {
    expect(parseSpecifier(specifier)).toEqual({ name, range, subpath });
  });

  it.each([
    '',
    '.',
    './a.js',
    '../a.js',
    '/a.js',
    '#internal',
    'https://example.com/a.js',
    'node:fs',
    'data:text/javascript,1',
    '@scope',
    '@scope/',
    'Upper',
    '.hidden',
    '_hidden',
    'pkg/../other',
    'pkg/a/..',
    'pkg//a',
    'pkg/./a',
    'pkg/a\\..\\b',
    'pkg/%2e%2e/a',
    'pkg/a?x',
    'pkg/a#x',
    'pkg/a b',
    'pkg/a\0b',
    'pkg/a\ud800b',
    'pkg@\udfff',
    'pkg@',
    'pkg@1@2',
    'a'.repeat(215),
    `pkg@${'1'.repeat(65)}`,
    `pkg/${'a'.repeat(1_000)}`,
  ])('is not %j', (specifier) => {
    expect(parseSpecifier(specifier)).toBeNull();
  });
});

describe('the path of a module', () => {
  it.each([
    ['three', '0.180.0', '.', '/packages/three@0.180.0/'],
    ['@scope/pkg', '1.0.0-rc.1', './a/b.css', '/packages/@scope/pkg@1.0.0-rc.1/a/b.css'],
    ['pkg', '1.0.0', './é.js', '/packages/pkg@1.0.0/%C3%A9.js'],
    ['pkg', '1.0.0', './a picture.svg', '/packages/pkg@1.0.0/a%20picture.svg'],
  ])('of %s %s %s is %s', (name, version, subpath, path) => {
    expect(packagePath(name, version, subpath)).toBe(path);
    expect(parsePackagePath(decodeURIComponent(path))).toEqual({ name, version, subpath });
  });

  it.each([
    '/packages/three',
    '/packages/three/0.180.0',
    '/packages/three@0.180/',
    '/packages/three@^0.180.0/',
    '/packages/three@0.180.0/../four@1.0.0/',
    '/packages/three@0.180.0//etc/passwd',
    '/packages/three@0.180.0/a\\b',
    '/packages/Three@0.180.0/',
    '/x/packages/three@0.180.0/',
  ])('is not %s', (path) => {
    expect(parsePackagePath(path)).toBeNull();
  });
});

it('names and versions are those that npm accepts for new packages', () => {
  for (const name of ['a', 'chart.js', '@a/b', 'lodash-es', 'a~b', '3d-view'])
    expect(isPackageName(name)).toBe(true);
  for (const name of ['', 'A', '.a', '_a', 'a b', '@a', 'a/b', '__proto__', 'constructor', '../a', 'a@1'])
    expect(isPackageName(name)).toBe(false);
  for (const version of ['0.0.0', '1.2.3', '1.2.3-rc.1', '2026.11.23'])
    expect(isExactVersion(version)).toBe(true);
  for (const version of [
    '',
    '1',
    '1.2',
    '^1.2.3',
    'v1.2.3',
    '1.2.3+x',
    '1.2.x',
    'latest',
    '1.2.3-',
    '1.2.3-a..b',
  ])
    expect(isExactVersion(version)).toBe(false);
});
