import { describe, expect, it } from '@jest/globals';
import { compilePug } from './compile-pug.js';

const html = async (pug: string) => {
  const made = await compilePug(pug);
  expect(made.problems).toEqual([]);
  return made.html;
};
const problem = async (pug: string) => {
  const made = await compilePug(pug);
  expect(made.html).toBe('');
  return made.problems[0];
};

describe('a mistake is reported with its line', () => {
  it.each([
    ['an open bracket', 'p\np(a="b"', 2, 'no closing bracket'],
    ['an expression', 'p\np= 1 +', 2, 'Syntax Error'],
    ['code', 'p a\n- var x = ];\np b', 2, 'SyntaxError'],
    ['code of several lines', 'p\n-\n  var a = 1;\n  var b = ];\np', 4, 'SyntaxError'],
    ['indentation', 'p\n    b\n  i', 3, 'Inconsistent indentation'],
    ['content where none may be', 'p\nbr text', 2, 'br is an element without content'],
    ['what is not there', '- var a\np\n\np= a.b', 4, "cannot read property 'b' of undefined"],
    ['an attribute', 'p\n  a(\n    b=c.d)', 3, "'d' of undefined"],
    ['a condition', 'p\nif a.b\n  p', 2, "'b' of undefined"],
    ['a mixin that is not there', 'p\n+nope', 2, 'no mixin named nope'],
    ['a mixin named like what objects have', 'p\n+constructor', 2, 'no mixin named constructor'],
    ['attributes without brackets', 'p\np&attributes', 2, 'Unexpected text'],
    ['something thrown', 'p\n- throw "up"', 2, 'up'],
    ['nothing thrown', 'p\n- throw undefined', 2, 'throws something that is not an error'],
    ['a symbol thrown', 'p\n- throw Symbol()', 2, 'throws something that is not an error'],
    ['a file', 'p\ninclude ../x.pug', 2, 'no such file'],
    ['a file as it stands', 'p\ninclude:markdown-it x.md', 2, 'no such file'],
    ['a template to extend', 'extends layout', 1, 'no such template'],
    ['a filter', 'p\n:markdown-it\n  # a', 2, 'Filters are not supported'],
    ['a filter within text', 'p\n  :cdata-js(a="b") x', 2, 'Filters are not supported'],
  ])('%s', async (_what, pug, line, message) => {
    expect(await problem(pug)).toMatchObject({
      language: 'html',
      severity: 'error',
      line,
      message: expect.stringContaining(message),
    });
  });
});

it('attributes in several brackets are those of one tag', async () => {
  expect(await html('a(b="1")(c="2").d(e=3)#f g')).toBe('<a class="d" b="1" c="2" e="3" id="f">g</a>');
  expect(await html('p&attributes({x: 1})(y="2")')).toBe('<p y="2" x="1"></p>');
});

it('what the HTML was made from is known by line and column', async () => {
  const pug = ['each n in [1, 2]', '  p= n', 'div', '  script.', '    one()', '', '    two()'].join('\n');
  const { html: made, places } = await compilePug(pug);
  const placeOf = (text: string) => {
    const offset = made.indexOf(text);
    const { line, column } = places?.findLast((place) => place.offset <= offset) ?? {};
    return [line, column];
  };
  expect(placeOf('one()')).toEqual([5, 5]);
  expect(placeOf('two()')).toEqual([7, 5]);
  expect(placeOf('<div>')).toEqual([3, 1]);
});

describe('the code of a template', () => {
  it.each([
    ['the process', 'this.constructor.constructor("return typeof process")()'],
    ['the process, by way of a list', '[].constructor.constructor("return typeof process")()'],
    ['modules', 'typeof require + typeof module'],
    ['the network', 'typeof fetch + typeof XMLHttpRequest + typeof importScripts'],
    ['the page or worker', 'typeof self + typeof window + typeof document + typeof postMessage'],
    ['timers', 'typeof setTimeout + typeof queueMicrotask'],
    ['WebAssembly', 'typeof WebAssembly + typeof SharedArrayBuffer.prototype.nothing'],
    ['files', 'typeof std + typeof os'],
  ])('does not reach %s', async (_what, expression) => {
    expect(await html(`p= ${expression}`)).toMatch(/^<p>(?:undefined)+<\/p>$/);
  });

  it('reaches no other project: what it changes is gone with it', async () => {
    const change = '- Array.prototype.x = Object.prototype.x = "changed"; globalThis.y = JSON.stringify = 1';
    expect(await html(`${change}\np= [].x`)).toBe('<p>changed</p>');
    expect(await html('p= [].x + typeof y')).toBe('<p>undefinedundefined</p>');
    expect(([] as { x?: string }).x).toBeUndefined();
  });

  it.each([
    '- var o = {}; o.__proto__.polluted = 1',
    'p&attributes(JSON.parse(\'{"__proto__": {"polluted": 1}}\'))',
    'mixin __proto__(polluted)\n  p\n+__proto__(1)(polluted="1")',
    'p(__proto__="polluted" class={__proto__: 1})',
    'each __proto__, constructor in {polluted: 1}\n  p',
    '#{"__proto__"}(polluted)',
  ])('adds nothing to the objects of whoever compiles it: %s', async (pug) => {
    await compilePug(pug);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('cannot say what is a page: only a text is', async () => {
    expect(await html('p a\n- return {toString: () => "x"}')).toBe('<p>a</p>');
    for (const value of ['1', '{}', '-1,1,1\\n', '1,x\\n', '["", []]'])
      expect(await problem(`- pug_runtime.result = () => '${value}'`)).toMatchObject({ severity: 'error' });
  });

  it('makes nothing outside that is larger than its text', async () => {
    const objects = '- pug_runtime.result = () => "[" + "{},".repeat(5e6) + "0]"';
    expect(await problem(objects)).toMatchObject({ line: 1, severity: 'error' });
    const places = '- pug_runtime.result = () => "1,".repeat(5e6) + "1\\n"';
    expect(await problem(places)).toMatchObject({ line: 1, severity: 'error' });
  });

  it('is nowhere but in the template, whatever it says', async () => {
    expect(await problem('p\n- pug_runtime.at(9e15, 9e15); throw 1')).toMatchObject({ line: 2 });
  });
});

describe('a template that would not end is stopped at its line', () => {
  it.each([
    ['a loop', 'p\nwhile true\n  - var x', 3, 'runs too long'],
    ['a loop without steps', 'p\n- for (;;);', 2, 'runs too long'],
    ['a loop that catches what stops it', '- for (;;) { try { for (;;); } catch {} }', 1, 'runs too long'],
    ['an expression that goes back', 'p\np= /(a+)+b/.test("a".repeat(50))', 2, 'runs too long'],
    ['output', 'p\nwhile true\n  p loud', 3, 'more than 1 MB'],
    ['output in one piece', 'p\np= "x".repeat(5e6)', 2, 'more than 1 MB'],
    ['memory', 'p\n- var a = []; for (;;) a.push("x".repeat(10000) + a.length)', 2, 'too much memory'],
    ['memory in one piece', 'p\n- new Uint8Array(1e9)', 2, 'too much memory'],
    ['a mixin within itself', 'mixin a\n  +a\n+a', 2, 'calls itself without end'],
    ['a function within itself', 'p\n- (function f() { f() })()', 2, 'calls itself without end'],
  ])(
    '%s',
    async (_what, pug, line, message) => {
      expect(await problem(pug)).toMatchObject({ line, message: expect.stringContaining(message) });
    },
    20_000,
  );

  it.each([
    ['tags', Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}p`).join('\n')],
    ['tags in a line', 'p: '.repeat(100_000)],
    ['conditions', Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}if 1`).join('\n')],
    ['an expression', `p= ${'('.repeat(100_000)}`],
    ['code', `- ${'['.repeat(100_000)}`],
    ['text', `p ${'#['.repeat(50_000)}`],
    ['data', 'p= JSON.parse("[".repeat(1e6))'],
  ])(
    'nested too deeply, or not: %s',
    async (_what, pug) => {
      const { problems } = await compilePug(pug);
      for (const { message } of problems)
        expect(message).toMatch(/nested too deeply|bracket|Syntax|Unexpected|valid ID/);
    },
    20_000,
  );
});

it('a template without code needs no engine for it, and one with code has the words of the language alone', async () => {
  expect(await html("p.a(title='b') c")).toBe('<p class="a" title="b">c</p>');
  expect(await html('p= Object.keys(globalThis).filter((name) => !name.startsWith("pug_")).join()')).toBe(
    '<p></p>',
  );
});
