import { expect, it } from '@jest/globals';
import { mappedNames } from './mapped-names.js';

const imports = { lodash: '/l.js', 'lib/': '/lib/', './util.js': '/u.js', './parts/': '/p/' };

it.each([
  ['lodash', true],
  ['lodash/fp', false],
  ['lib/a.js', true],
  ['library', false],
  ['./util.js', true],
  ['./x/../util.js', true],
  ['./parts/a.js', true],
  ['./other.js', false],
])('an import map names %s: %s', (specifier, expected) => {
  expect(mappedNames({ imports })(specifier)).toBe(expected);
});

it('relative imports count from the base of the page, the names in the map from the page', () => {
  expect(mappedNames({ imports }, '/app/')('./util.js')).toBe(false);
  expect(mappedNames({ imports: { '/app/util.js': '/u.js' } }, '/app/')('./util.js')).toBe(true);
});

it('the page’s own scripts also have the names of the scope that is its folder', () => {
  const scopes = { './': { own: '/o.js' }, 'https://a.example/': { theirs: '/t.js' }, '/': null };
  expect(['own', 'theirs'].map(mappedNames({ scopes }))).toEqual([true, false]);
});
