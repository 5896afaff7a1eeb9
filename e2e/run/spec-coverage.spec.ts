import { readFileSync } from 'node:fs';
import { isThere, readTests, rowsBelow } from './named-tests.ts';

const text = readFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), 'utf8');
const rows = rowsBelow('| Rule |', text) as [rule: string, shownBy: string][];

test('every rule of the specification has a test', () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter(([, shownBy]) => !readTests(shownBy))).toEqual([]);
});

test('every test that it names exists', () => {
  const named = rows.flatMap(([, shownBy]) => readTests(shownBy) ?? []);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});
