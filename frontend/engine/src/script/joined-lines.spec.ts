import { describe, expect, it } from '@jest/globals';
import { parse } from 'acorn';
import { mayJoinLines } from './joined-lines.js';
import type { Dialect } from './parse-script.js';
import { readQuickly, readScript } from './read-script.js';
import { transpile } from './transpile.js';

const typescript: Dialect = { typescript: true, jsx: false };

const ends = [
  'const a = f',
  'const a = f()',
  'const a = f as any',
  'const a = { b: 1 } satisfies object',
  'let a: string',
  'type A = string',
  'interface A { b: string }',
  'declare const a: string',
  'function g(): void {}',
  'function g(b: string): void;',
  'const a = (b: string) => b',
  'const a = function (this: Window) {}',
];
const betweens = [
  '',
  'interface B {\n  c: string\n}',
  '/* text;\n   (text) */',
  '// text\ntype B = string[]',
];
const starts = [
  '(f as any)()',
  '(async () => {})()',
  '[1, 2].forEach(f)',
  '`text`.trim()',
  '+f',
  '-(f as number)',
  '++h',
  '/a/.test(i)',
  'f()',
  'const j: string = f',
  'class K<T> { l: T }',
  '}',
];

/** What a program consists of, wherever it is written; null where it has a mistake. */
function meaning(made: object): string | null {
  const js = 'code' in made ? made.code : 'js' in made ? made.js : '(';
  try {
    const program = parse(String(js), { ecmaVersion: 'latest', sourceType: 'module' });
    return JSON.stringify(program, (key, value: unknown) =>
      ['start', 'end', 'raw'].includes(key) ? undefined : value,
    );
  } catch {
    return null;
  }
}

it.each(ends)('a line that ends with “%s” ends a statement where it does in TypeScript', async (end) => {
  for (const between of betweens)
    for (const start of starts) {
      const code = `export function z() {\n${end}\n${between}\n${start}${start === '}' ? '' : '\n}'}\n`;
      const read = await readScript(code, typescript, 'module');
      expect([code, meaning(read)]).toEqual([code, meaning(transpile(code, typescript))]);
    }
});

it('lines with elements end statements where they do in TypeScript', async () => {
  const dialect = { typescript: true, jsx: true };
  const code = 'const a = <b>\n  (c)\n</b>\ninterface D {}\n(async () => {})()\n';
  expect(meaning(await readScript(code, dialect, 'module'))).toBe(meaning(transpile(code, dialect)));
});

it.each([
  'return <\nnumber\n>x',
  'return x as any\n(y)',
  'return (x: any): any =>\n x',
  'return\n<any>x',
  'if (x as any) return\n(y)',
  'yield <\nany\n>x',
  'const f = async <\nT,\n>(z: T) => z\nreturn f',
])('“%s” gives back what it does in TypeScript', async (body) => {
  const code = `export function* a(x: any, y: any): any {\n${body}\n}`;
  expect(meaning(await readScript(code, typescript, 'module'))).toBe(meaning(transpile(code, typescript)));
});

it.each(['a: string', 'a = b as any', 'declare a: string', 'a = b', 'abstract a: string'])(
  'a field “%s” ends where it does in TypeScript',
  async (field) => {
    for (const next of ['[c] = 1', '["c"]() {}', '*c() {}', '#c = 1', 'static c?: string']) {
      const code = `const b: any = 1, c = ""; export abstract class A {\n${field}\n${next}\n}`;
      const read = await readScript(code, typescript, 'module');
      expect([code, meaning(read)]).toEqual([code, meaning(transpile(code, typescript))]);
    }
  },
);

describe('the slower compiler is left out of', () => {
  it.each([
    ['semicolons', 'const a: string = b;\n// text\n[c].map(d)'],
    ['lists', 'const a = [\n  [b as any, 1],\n  [c, 2],\n]'],
    ['arguments', 'f(a as any,\n  [b])'],
    ['a return at the end', 'function f(a: string): void {\n  if (a) return\n}'],
    ['lines without types', 'const a = b\n(c)\nconst d: string = e'],
  ])('%s', async (_what, code) => {
    const quick = await readQuickly(code, typescript, 'detect');
    expect(quick).toHaveProperty('js');
    if (quick && 'js' in quick) expect(await mayJoinLines(code, quick.js, false)).toBe(false);
  });
});

it.each(['a\n(', 'a as b\n', '[\n', '`\n', '(a)\n'])(
  'H73 “%s” over and over takes time in proportion',
  async (piece) => {
    /** In ms of processor time, the least of three: others use the machine as well. */
    const time = async (length: number) => {
      const source = piece.repeat(length / piece.length);
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const startedAt = process.threadCpuUsage();
        await mayJoinLines(`${source} `, source, false);
        times.push(process.threadCpuUsage(startedAt).user / 1_000);
      }
      return Math.min(...times);
    };
    await time(8_192);
    expect(await time(16 * 8_192)).toBeLessThan(Math.max(100, 64 * (await time(8_192))));
  },
);
