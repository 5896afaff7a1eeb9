import { readFileSync } from 'node:fs';
import { licencesDocument, refusedPackages } from './licences.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('everything that is shipped has a free licence, or one that was checked', () => {
  expect(refusedPackages()).toEqual([]);
});

test.each([null, 'GPL-3.0-only', 'MIT AND AGPL-3.0-or-later', 'SEE LICENSE IN terms.txt', 'UNLICENSED'])(
  'a package with the licence %s is not shipped',
  (licence) => {
    const one = { path: 'node_modules/one', name: 'one', version: '1.0.0', licence };
    expect(refusedPackages([one])).toEqual([one]);
  },
);

test('docs/licences.md is up to date (npm run documents)', () => {
  expect(read('docs/licences.md')).toBe(licencesDocument());
});

test('/licences.txt has the texts for what reaches browsers: of the page, of libraries, fonts and drawings', () => {
  const notices = read('frontend/dist/app/licences.txt');
  const names = ['react-dom 19', 'react-dom 17', 'monaco-editor 0', 'bootstrap 5', 'swagger-ui-dist 5'];
  for (const name of [...names, '@fontsource-variable/inter 5', '@dicebear/bottts 9'])
    expect(notices).toMatch(new RegExp(`^${name}\\.`, 'm'));
  expect(notices).toContain('SIL OPEN FONT LICENSE');
  expect(notices).toContain('Apache License');
});
