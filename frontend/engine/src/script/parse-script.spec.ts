import { describe, expect, it } from '@jest/globals';
import { positionAt } from '../text-position.js';
import { parseScript, type ScriptGoal } from './parse-script.js';

async function mistake(code: string, goal: ScriptGoal = 'detect'): Promise<string | null> {
  const { mistake: found } = await parseScript(code, goal);
  if (!found) return null;
  const { line, column } = positionAt(code, found.offset);
  return `${line}:${column} ${found.message}`;
}

const misplacedAwait = 'await is only valid in async functions and the top level of modules';

describe('a mistake is reported in the words of browsers', () => {
  it.each([
    ['f(1;\nb', "1:4 Unexpected token ';'"],
    ['const a = ;', "1:11 Unexpected token ';'"],
    ['a(\n  b c', "2:5 Unexpected token 'c'"],
    ['a "</script>"', `1:3 Unexpected token '"</script>"'`],
    ['if (a) { b', '1:11 Unexpected end of input'],
    ['f(`${a', '1:7 Unexpected end of input'],
    ['a = “b”', "1:5 Unexpected character '“'"],
    ['const\u200b a = 1;', '1:6 Unexpected invisible character U+200B'],
    ['f(\u0000)', '1:3 Unexpected invisible character U+0000'],
    ['a \u{e0061}= 1', '1:3 Unexpected invisible character U+E0061'],
    ['a = "b', '1:5 Unterminated string constant'],
  ])('%j', async (code, message) => {
    expect(await mistake(code)).toBe(message);
  });

  it('without a token that is long', async () => {
    expect(await mistake(`a "${'b'.repeat(60)}"`)).toBe('1:3 Unexpected token');
  });
});

describe('a misplaced `await` is reported at its position', () => {
  it.each([
    ['function f() {\n  await g();\n}', '2:3'],
    ['const f = () => await g;', '1:17'],
    ['async () => { function f() { await g } }', '1:30'],
  ])('%j', async (code, place) => {
    for (const goal of ['detect', 'script', 'module'] as const)
      expect(await mistake(code, goal)).toBe(`${place} ${misplacedAwait}`);
  });

  it('in a script that is none of the modules', async () => {
    expect(await mistake('const a = await b;', 'script')).toBe(`1:11 ${misplacedAwait}`);
    expect(await mistake('const a = await b;')).toBeNull();
  });

  it('unless it is a name there, or a part of one', async () => {
    expect(await mistake('function f() { await(g) }')).toBeNull();
    expect(await mistake('a.await b')).toBe("1:9 Unexpected token 'b'");
    expect(await mistake('not_await b')).toBe("1:11 Unexpected token 'b'");
  });
});
