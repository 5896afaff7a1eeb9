import { readFileSync } from 'node:fs';
import { isThere, readTests, rowsBelow } from './named-tests.ts';

const readDocument = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const headingsOf = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

const text = readDocument('spec-coverage.md');
const rows = rowsBelow('| Rule |', text) as [rule: string, shownBy: string][];
/** Sections without a row: one has no rules, the other has its tests in docs/security.md. */
const elsewhere = ['Purpose', 'Hostile input'];

test('every section of the specification is here, in its order, with a rule', () => {
  const sections = headingsOf(readDocument('specification.md')).filter((one) => !elsewhere.includes(one));
  expect(headingsOf(text)).toEqual(sections);
  const parts = text.split(/^## /m).slice(1);
  expect(parts.filter((part) => rowsBelow('| Rule |', part).length === 0)).toEqual([]);
});

test('every rule that is here has a test', () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter(([, shownBy]) => !readTests(shownBy))).toEqual([]);
});

test('every test that it names exists', () => {
  const named = rows.flatMap(([, shownBy]) => readTests(shownBy) ?? []);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});
