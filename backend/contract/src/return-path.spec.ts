import { expect, test } from '@jest/globals';
import { returnPath } from './return-path.js';

test.each([
  ['/', '/'],
  ['/project/0123456789abcdef', '/project/0123456789abcdef'],
  ['/s/a-secret', '/s/a-secret'],
  ['/a/../project/x?y=1#z', '/project/x?y=1#z'],
  // Still a path of the studio, because it is not decoded again.
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
])('signing in may return to %s', (given, path) => {
  expect(returnPath(given)).toBe(path);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/\t/evil.example',
  '/\r\nSet-Cookie: a=b',
  '/\u0000',
  ' /project/x',
  'javascript:alert(1)',
  'project/x',
  '',
  '/discourse-auth?token=another',
  '/Discourse-Auth/',
  '/api/auth/discourse/start',
  '/login',
  '/Login/?next=/login',
  '/embed/0123456789abcdef',
  '/s/a-secret/embed',
  ['/project/x', '/project/y'],
  undefined,
])('signing in never returns to another site, nor to the sign-in itself or what is no page: %j', (given) => {
  expect(returnPath(given)).toBeNull();
});
