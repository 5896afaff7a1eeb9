import { limits } from '@studio/contract/limits';

const few = limits.projectBodyBytes;
const list = (item: string) => `[${item.repeat(few / item.length - 2)}0]`;
/** Bodies that would take a parser long, and are refused. */
export const refusedBodies: Record<string, string> = {
  'a million keys': `{${Array.from({ length: 700_000 }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`,
  'a million numbers': list('0,'),
  'a million objects': list('{},'),
  'a hundred thousand levels': `{"unknown":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'levels that never end': '['.repeat(few),
};

/** Large bodies that are quick to parse, and are accepted. */
export const acceptedBodies: [kind: string, body: string][] = [
  ['a number of 8 MB', `{"unknown":${'9'.repeat(few - 20)}}`],
  ['8 MB of spaces', `${' '.repeat(few - 2)}{}`],
  ['a text of escapes', `{"unknown":"${'\\u0041'.repeat(few / 6 - 10)}"}`],
  ['a key of 8 MB', `{"${'k'.repeat(few - 10)}":0}`],
  ['an email address of 8 MB', `{"email":"${'a.'.repeat(few / 2 - 20)}"}`],
];
