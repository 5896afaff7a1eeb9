import { describe, expect, it } from '@jest/globals';
import { formatArguments, formatValue } from './format-value';

describe('what a printed value looks like', () => {
  const circular: Record<string, unknown> = { name: 'a' };
  circular['self'] = circular;

  it.each<[unknown, string]>([
    ['text', 'text'],
    [['text', 1], '["text", 1]'],
    [undefined, 'undefined'],
    [null, 'null'],
    [-0, '-0'],
    [10n, '10n'],
    [Symbol('s'), 'Symbol(s)'],
    [function named() {}, 'ƒ named()'],
    [{ a: { b: [1, 2] } }, '{a: {b: [1, 2]}}'],
    [new Map([['k', { v: 1 }]]), 'Map(1) {"k" => {v: 1}}'],
    [new Set([1, 'two']), 'Set(2) {1, "two"}'],
    [
      new (class Point {
        x = 1;
      })(),
      'Point {x: 1}',
    ],
    [circular, '{name: "a", self: [Circular]}'],
    [new Uint8Array([1, 2]), 'Uint8Array [1, 2]'],
    [new Date('invalid'), 'Invalid Date'],
  ])('%p is %s', (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  it('names deep and long things without writing them out', () => {
    expect(formatValue({ a: { b: { c: { d: 1 } } } })).toBe('{a: {b: {c: Object {…}}}}');
    expect(formatValue(Array.from({ length: 102 }, () => 0))).toMatch(/0, … 2 more\]$/);
    expect(formatValue('x'.repeat(10_005))).toMatch(/… \(5 more characters\)$/);
  });

  it('survives a value that throws when it is looked at', () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(formatValue(hostile)).toContain('cannot be shown');
  });

  it('is an element’s markup and an error’s stack', () => {
    document.body.innerHTML = '<p class="a">x</p>';
    expect(formatValue(document.querySelector('p'))).toBe('<p class="a">x</p>');
    expect(formatValue(new TypeError('wrong'))).toContain('TypeError: wrong');
  });
});

describe('the directives of a first string', () => {
  it('are filled in, and what is left over follows', () => {
    expect(formatArguments(['%s is %d years, %i%%', 'Ada', 36.5, '7x', { a: 1 }])).toEqual([
      'Ada is 36 years, 7%',
      '{a: 1}',
    ]);
    expect(formatArguments(['%cred', 'color:red'])).toEqual(['red']);
    expect(formatArguments(['%s and %s', 'one'])).toEqual(['one and %s']);
  });
});
