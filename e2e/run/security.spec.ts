import { readFileSync } from 'node:fs';
import { isThere, readTests, rowsBelow } from './named-tests.ts';
import { securityDocument } from './security.ts';

const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');

/** The ids of all cases of the catalogue, in order. */
const catalogue =
  `H01 H02 H04 H06 H08 H09 H10 H14 H15 H17 H19 H20 H24 H25 H26 H27 H29 H32 H33 H34 H36 H37 H38 H40 H42
  H43 H44 H45 H47 H48 H49 H50 H51 H52 H53 H54 H55 H56 H59 H60 H61 H62 H63 H64 H65 H66 H67 H68 H69 H70
  H71 H72 H73 H74 H75 H76 H77 H78 H79 H80 H81 H82 H83 H84 H85 H86 H87`.split(/\s+/);

test('docs/security.md is up to date with routes and tests (npm run documents)', () => {
  expect(text).toBe(securityDocument(text));
});

test('every case of the catalogue has a test that bears its id', () => {
  const rows = rowsBelow('| Id |', text);
  expect(rows.map(([id]) => id)).toEqual(catalogue);
  expect(rows.filter(([, , tests = '']) => !readTests(tests)).map(([id]) => id)).toEqual([]);
});

test('every advisory has a test, and each exists', () => {
  const rows = rowsBelow('| Advisory |', text);
  expect(rows.length).toBeGreaterThan(6);
  const named = rows.map(([, , tests = '']) => readTests(tests));
  expect(named).not.toContain(null);
  expect(named.flatMap((tests) => tests ?? []).filter((one) => !isThere(one))).toEqual([]);
});
