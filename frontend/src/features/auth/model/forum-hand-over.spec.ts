import { nextPath } from './forum-hand-over.ts';

const origin = 'https://studio.example';
const next = (path: string) => nextPath(new URLSearchParams({ next: path }), origin);

test.each([
  ['/', '/'],
  ['/project/0123456789abcdef', '/project/0123456789abcdef'],
  ['/a/../project/x?y=1#z', '/project/x?y=1#z'],
])('`next` may be %s', (path, expected) => {
  expect(next(path)).toBe(expected);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'project/x',
  '',
  '/discourse-auth?token=another',
])('`next` never leads elsewhere, nor back: %j', (path) => {
  expect(next(path)).toBeNull();
});

test('`next` may be left out', () => {
  expect(nextPath(new URLSearchParams(), origin)).toBeNull();
});
