import { readFileSync } from 'node:fs';
import { shelfDocument } from './shelf-document.ts';

test('docs/packages.md is up to date with the shelf (npm run documents)', () => {
  expect(readFileSync(new URL('../../docs/packages.md', import.meta.url), 'utf8')).toBe(shelfDocument());
});
