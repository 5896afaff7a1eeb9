import { limits } from '@studio/contract/limits';
import * as fc from 'fast-check';

/** Texts that some parser, query, path, header or page might take for more than text. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '\u202e\u0000',
  '%00',
  '%',
  '_',
  '\\',
  '%a%a%a%a%a%a%a%a',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '${7*7}{{7*7}}',
  'a & !( | <-> :* \'"',
  ':*',
  '../../etc/passwd',
  '..%2f..%2f',
  '..\\..\\',
  '/',
  '//evil.example/%2e%2e',
  'a\r\nset-cookie: x=1\r\n\r\n',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '=cmd|x!A1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '1e9',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '[object Object]',
  '*',
  'W/"1"',
  'ﬃ\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  'İıſ',
];

/** Long ones are few, because they take their time. */
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

/** Keys that would reach an object's prototype, or set what nobody may set. */
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

/** A JSON value of any kind, most of them of one that nothing here takes. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom<unknown>('x', 1, null, [], {}), { maxLength: 3 }) },
  { weight: 2, arbitrary: foreignKey.map((key) => withKey({}, key, { isAdmin: true })) },
  { weight: 1, arbitrary: fc.constantFrom(3, 500).map(nested) },
  { weight: 1, arbitrary: fc.constant({ 0: 'tag', length: 1 }) },
);

/** The same and one key more, which is the object's own whatever it is called. */
export function withKey(object: object, key: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object), [key, value]]);
}

/** A key that no schema names, with some value. */
export const foreignEntry: fc.Arbitrary<[string, unknown]> = fc.tuple(foreignKey, hostileValue);
