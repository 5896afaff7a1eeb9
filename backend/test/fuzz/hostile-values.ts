import { limits } from '@studio/contract/limits';
import * as fc from 'fast-check';

/** Texts that a parser, query, path, header or page might interpret. */
const hostileTexts: readonly string[] = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\ufeff',
  '\u202e',
  '%',
  '_',
  '\\',
  '%a%a%a%a%a%a%a%a',
  '$1',
  '${7*7}{{7*7}}',
  ':*',
  '../../etc/passwd',
  '..%2f..%2f',
  '/',
  '//evil.example/%2e%2e',
  'a\r\nset-cookie: x=1\r\n\r\n',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  '=cmd|x!A1',
  '__proto__',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e9',
  '9007199254740993',
  '0000-01-01T00:00:00Z',
  '*',
  'W/"1"',
  'ﬃ\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  'İıſ',
  "'; drop table users; --",
  'a & !( | <-> :* \'"',
];

/** Few long texts, because they are slow. */
const longText = fc.constantFrom(
  'x'.repeat(5_000),
  '%a'.repeat(5_000),
  'a '.repeat(6_000),
  'x'.repeat(limits.sourceBytes),
  'x'.repeat(limits.sourceBytes + 1),
  'ü'.repeat(limits.sourceBytes / 2 + 1),
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: longText },
);

/** Keys that would reach an object's prototype, or set a protected field. */
const foreignKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toJSON',
  'id',
  'userId',
  'isAdmin',
  'likes',
  'views',
  'version',
  'takenDown',
  'createdAt',
  '$ne',
  '',
  '\0',
  '0',
  'length',
);

const hostileNumber = fc.constantFrom(
  -1,
  0,
  0.5,
  -0,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  Number.MIN_VALUE,
  Number.NaN,
);

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A JSON value of any kind; most are accepted nowhere. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom<unknown>('x', 1, null, [], {}), { maxLength: 3 }) },
  { weight: 2, arbitrary: foreignKey.map((key) => withKey({}, key, { isAdmin: true })) },
  { weight: 1, arbitrary: fc.constantFrom(3, 500).map(nested) },
  { weight: 1, arbitrary: fc.constant({ 0: 'tag', length: 1 }) },
);

/** A copy with one more key, which becomes an own property even if it is `__proto__`. */
export function withKey(object: object, key: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object), [key, value]]);
}

/** A key that no schema names, with some value. */
export const foreignEntry: fc.Arbitrary<[string, unknown]> = fc.tuple(foreignKey, hostileValue);

/** Texts to append to a query unencoded. */
export const rawQueries = [
  '&',
  '&%',
  '&a[b]=1',
  '&limit=1&limit=2',
  '&page=1&page=1',
  '&__proto__=1',
  '&search[$ne]=1',
  '&=&=',
  '&tags=%ff',
];

export const oddHeaders: readonly Record<string, string>[] = [
  { accept: 'text/csv' },
  { accept: '*/*;q=x, ,' },
  { 'content-encoding': 'gzip' },
  { authorization: 'Basic Og==' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  { 'if-none-match': '*' },
  { 'if-match': '*' },
  { range: 'bytes=9-1,-1' },
  { origin: 'null' },
  { host: 'evil.example' },
  { 'x-forwarded-for': 'unknown, ::1%lo, 999.1.1.1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'x'.repeat(5_000) },
  { cookie: 'forum-sign-in=%ff; __proto__=1' },
  { expect: '100-continue' },
  { connection: 'Upgrade', upgrade: 'h2c' },
  { connection: 'Upgrade', upgrade: 'websocket' },
];

/** A value as text for a query or a header. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
