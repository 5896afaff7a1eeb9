import { createContext, runInContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { promptCode } from './prompt-code.js';

/** What is printed for the last of several lines, which one page runs one after the other. */
async function printed(...lines: string[]): Promise<unknown> {
  const page = createContext({});
  let value: unknown;
  for (const line of lines) {
    const { code, awaits } = promptCode(line);
    value = (runInContext('eval', page) as (code: string) => unknown)(code);
    if (awaits) value = await value;
  }
  return value;
}

it.each([
  [['const a = 1, b = 2', 'a + b'], 3],
  [['let a = 1; const b = 2', 'a + b'], 3],
  [['const a = 1\nconst b = 2', 'a + b'], 3],
  [['const [a, { b }] = [1, { b: 2 }]', 'a + b'], 3],
  [['function a() { return 1 }', 'a()'], 1],
  [['class A { b = 1 }', 'new A().b'], 1],
  [['class A {} class B extends A {}', 'B.name'], 'B'],
  [['async function a() { await 0; return 1 }', 'await a()'], 1],
  [['class A { async b() { await 0; return 1 } }', 'await new A().b()'], 1],
  [['const a = await 1', 'a'], 1],
  [['const { a, ...b } = await { a: 1, c: 2 }', 'a + b.c'], 3],
  [['let a = 1\nconst [b] = await [2]', 'a + b'], 3],
  [['var await = [1]', 'function a() { return await[0] }', 'a()'], 1],
  [['await 0\nfunction a() { return b }\nlet b = 1\nclass C { d = 2 }', 'a() + new C().d'], 3],
])('what lines declare lasts: %j', async (lines, result) => {
  expect(await printed(...lines)).toBe(result);
});

it.each([
  [['const a = 1', 'const a = 2', 'a'], 2],
  [['let a = 1', 'let a', 'a'], undefined],
  [['class A { b = 1 }', 'class A { b = 2 }', 'new A().b'], 2],
  [['const a = await 1', 'const a = await 2', 'a'], 2],
])('and can be declared again: %j', async (lines, result) => {
  expect(await printed(...lines)).toBe(result);
});

it.each([
  ['{ a: 1 }', { a: 1 }],
  ['{ a: await 1 }', { a: 1 }],
  ['{ let a = 1; a + 1 }', 2],
  ['const a = await 1; a + 1', 2],
  ['const a = await 1', 1],
  ['await 1 // one', 1],
  ['"await"', 'await'],
  ['for await (const a of [1]) {}', undefined],
])('a line prints its value: %j', async (line, result) => {
  expect(await printed(line)).toEqual(result);
});

it('a promise that the line does not await is printed as such', async () => {
  expect(promptCode('async function a() { await 0 }; a()').awaits).toBe(false);
});

it.each(['a b', 'await a b', 'const a = ;', '('.repeat(100_000)])(
  'a mistake is the browser’s: %#',
  async (line) => {
    await expect(printed(line)).rejects.toHaveProperty('message');
  },
);
