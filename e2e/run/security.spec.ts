import { readFileSync } from 'node:fs';
import { isThere, readTests, rowsBelow } from './named-tests.ts';
import { securityDocument } from './security.ts';

const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');

test('docs/security.md is up to date with routes and tests (npm run documents)', () => {
  expect(text).toBe(securityDocument(text));
});

test('every advisory has a test, and each exists', () => {
  const rows = rowsBelow('| Advisory |', text);
  expect(rows.length).toBeGreaterThan(6);
  const named = rows.map(([, , tests = '']) => readTests(tests));
  expect(named).not.toContain(null);
  expect(named.flatMap((tests) => tests ?? []).filter((one) => !isThere(one))).toEqual([]);
});
