import { beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleEntry, type ConsoleObject, type ConsoleValue } from '@studio/contract/console';
import { consoleLimits } from '@studio/contract/preview-limits';
import fc from 'fast-check';
import { randomSeed } from '@/testing/random-seed.ts';
import { encodeValues } from './encode-values';
import { watchProxies } from './own-values';

beforeAll(watchProxies);

/** The copy of a value. */
function copyOf(value: unknown, elementsAsObjects = false): ConsoleObject {
  const { args, objects } = encodeValues([value], elementsAsObjects);
  expect(args).toEqual([{ type: 'ref', at: 0 }]);
  return objects[0] as ConsoleObject;
}

const asked = () => {
  throw new Error('code of the page ran');
};

function* generate() {
  yield 1;
}

/** An object of a class with this name. */
function madeBy(name: string): object {
  class Some {
    x = 1;
  }
  return new (Object.defineProperty(Some, 'name', { value: name }))();
}

class Label extends String {}

const temporal = Reflect.get(globalThis, 'Temporal') as Record<string, object>;

describe('a primitive value', () => {
  it.each<[unknown, ConsoleValue]>([
    ['text', 'text'],
    [Number.NaN, Number.NaN],
    [-0, -0],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [10n, 10n],
    [null, null],
    [undefined, undefined],
    [Symbol('s'), { type: 'symbol', text: 'Symbol(s)' }],
    [2n ** 5_000n, { type: 'note', text: 'BigInt, too large to show' }],
    [-(2n ** 5_000n), { type: 'note', text: 'BigInt, too large to show' }],
  ])('%p travels as itself where it can', (value, travels) => {
    expect(encodeValues([value])).toMatchObject({ args: [travels], objects: [] });
  });
});

describe('a text', () => {
  const own = '    at HTMLDocument.write (studio-runner.js:3:17809)\n    at studio-runner.js:3:1';

  it.each([
    [`Error: x\n    at go (script.js:1:5)\n${own}\n\nend`, 'Error: x\n    at go (script.js:1:5)\n\nend'],
    ['studio-runner.js:3:1 is a name', 'studio-runner.js:3:1 is a name'],
    [
      'for(;;){if(!(++$turns&1023))other();}/*$turnstile*/',
      'for(;;){if(!(++$turns&1023))other();}/*$turnstile*/',
    ],
    [
      '{let $turns1=0;for(;;)/*$turns1*/{if(!(++$turns1&1023))globalThis.__studioLoop?.(4);go()}/*$turns1*/}/*$turns1*/',
      'for(;;)go()',
    ],
  ])('has neither frames of the studio nor checks in loops: %j', (text, printed) => {
    expect(encodeValues([text]).args).toEqual([printed]);
  });
});

describe('an object', () => {
  it('is copied as it is now', () => {
    const value = { list: [1], name: 'then' };
    const { objects } = encodeValues([value]);
    value.name = 'later';
    value.list.push(2);
    expect(objects).toEqual([
      {
        kind: 'plain',
        name: '',
        entries: [
          { key: 'list', value: { type: 'ref', at: 1 } },
          { key: 'name', value: 'then' },
        ],
      },
      { kind: 'list', name: '', size: 1, entries: [{ key: 0, value: 1 }] },
    ]);
  });

  it('that holds itself is copied once', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    expect(copyOf(value).entries).toEqual([{ key: 'self', value: { type: 'ref', at: 0 } }]);
  });

  it.each<[string, unknown, Partial<ConsoleObject>]>([
    [
      'a class',
      new (class Point {
        x = 1;
      })(),
      { kind: 'plain', name: 'Point' },
    ],
    ['without a prototype', Object.create(null), { kind: 'plain', name: '' }],
    ['a date', new Date(0), { name: 'Date', text: '1970-01-01T00:00:00.000Z' }],
    ['no date', new Date('?'), { text: 'Invalid Date' }],
    ['an expression', /a+/gi, { name: 'RegExp', text: '/a+/gi' }],
    ['a weak map', new WeakMap(), { name: 'WeakMap', entries: [] }],
    ['a promise', Promise.resolve(1), { name: 'Promise', entries: [] }],
    ['a buffer', new ArrayBuffer(8), { text: 'ArrayBuffer(8)' }],
    ['typed', new Uint8Array([7]), { kind: 'list', name: 'Uint8Array', size: 1 }],
    ['a function', function named() {}, { kind: 'function', name: 'named', text: 'function named() {}' }],
    ['a map', new Map([['k', 1]]), { kind: 'map', name: 'Map', size: 1, entries: [{ key: 'k', value: 1 }] }],
    ['a set', new Set(['v']), { kind: 'set', name: 'Set', size: 1, entries: [{ key: 0, value: 'v' }] }],
    ['the window', window, { kind: 'plain', name: 'Window', entries: [] }],
    ['an iterator of a map', new Map([['k', 1]]).keys(), { kind: 'plain', name: 'MapIterator', entries: [] }],
    ['an iterator of an array', [1].values(), { name: 'Array Iterator' }],
    ['matches', 'a'.matchAll(/a/g), { name: 'RegExpStringIterator' }],
    ['a generator', generate(), { name: 'Generator' }],
    ['a namespace', Math, { name: 'Math' }],
    [
      'a namespace that inherits nothing',
      Object.create(null, { [Symbol.toStringTag]: { value: 'Module' } }),
      { name: 'Module' },
    ],
    ['with a tag that is no text', { [Symbol.toStringTag]: 5 }, { name: '' }],
    ['a class with a long name', madeBy('N'.repeat(1_000)), { name: 'N'.repeat(200) }],
    ['a boxed text', new String("it's"), { kind: 'plain', name: 'String', text: 'String {"it\'s"}' }],
    ['a boxed text of a class', new Label('abc'), { name: 'Label', text: "Label {'abc'}" }],
    ['a boxed symbol', Object(Symbol('x')), { name: 'Symbol', text: 'Symbol {Symbol(x)}' }],
    ['a boxed integer', Object(5n), { name: 'BigInt', text: 'BigInt {5n}' }],
    ['a boxed number', new Number(5), { text: 'Number {5}' }],
    ['a boxed truth', new Boolean(false), { text: 'Boolean {false}' }],
    [
      'only dressed as a symbol',
      Object.create(Symbol.prototype),
      { kind: 'plain', name: 'Symbol', entries: [] },
    ],
    ['only dressed as a map', Object.create(Map.prototype), { text: 'cannot be shown' }],
  ])('of every kind says what it is: %s', (_what, value, expected) => {
    expect(copyOf(value)).toMatchObject(expected);
  });

  it.each([
    ['PlainDate', '2026-11-28'],
    ['PlainTime', '10:34:00'],
    ['ZonedDateTime', '2026-11-28T10:34:00+00:00[UTC]'],
    ['Duration', 'PT1H30M'],
  ])('of Temporal says what it is: %s', (name, text) => {
    const { from } = temporal[name] as { from(text: string): object };
    const value = Object.assign(from(text), { toString: asked });
    expect(copyOf(value)).toMatchObject({ name, text });
  });

  it('shows its holes', () => {
    const holes = Object.assign([] as number[], { length: 2, 1: 5, extra: 'e' });
    expect(copyOf(holes).entries).toEqual([
      { key: 0, value: { type: 'note', text: 'empty' } },
      { key: 1, value: 5 },
      { key: 'extra', value: 'e' },
    ]);
  });

  it('that is an error has its stack, its cause and what was put on it', () => {
    const error = Object.assign(new TypeError('wrong', { cause: 'why' }), { code: 7 });
    const copy = copyOf(error);
    expect(copy).toMatchObject({ kind: 'error', name: 'TypeError' });
    expect(copy.text).toMatch(/^TypeError: wrong\n\s+at /);
    expect(copy.entries).toEqual([
      { key: 'code', value: 7 },
      { key: 'cause', value: 'why' },
    ]);
  });

  it('of the page is its markup, or with dir an object', () => {
    document.body.innerHTML = '<form id="f"><input name="attributes"> text <!-- note --></form>';
    const form = document.querySelector('form');
    expect(encodeValues([form]).objects).toEqual([
      {
        kind: 'element',
        name: 'form',
        text: '<form id="f">',
        entries: [
          { key: 0, value: { type: 'ref', at: 1 } },
          { key: 1, value: 'text' },
          { key: 2, value: { type: 'ref', at: 2 } },
        ],
      },
      { kind: 'element', name: 'input', text: '<input name="attributes">', entries: [] },
      { kind: 'text', name: '#comment', text: '<!-- note -->' },
    ]);
    expect(copyOf(form, true)).toMatchObject({ kind: 'plain', name: 'HTMLFormElement' });
    expect(copyOf(document.querySelectorAll('form'))).toMatchObject({
      kind: 'list',
      name: 'NodeList',
      size: 1,
    });
  });
});

describe('looking at a value', () => {
  it('asks no getter, no method and no proxy', () => {
    const traps: ProxyHandler<object> = new Proxy({}, { get: asked });
    const error = new Error('quiet');
    Object.defineProperties(error, { stack: { get: asked }, name: { get: asked }, cause: { get: asked } });
    const values = [
      {
        get own() {
          return asked();
        },
        set only(_value: unknown) {},
        toJSON: asked,
        toString: asked,
        valueOf: asked,
      },
      new Proxy({ a: 1 }, traps),
      Proxy.revocable([1], traps).proxy,
      Object.create(new Proxy({}, traps)) as object,
      new (class {
        get [Symbol.toStringTag]() {
          return asked();
        }
      })(),
      Object.create(null, { [Symbol.toStringTag]: { get: asked } }) as object,
      Object.assign(Object.create(String.prototype) as object, { toString: asked, valueOf: asked }),
      Object.defineProperties(new String('a'), { toString: { get: asked }, valueOf: { value: asked } }),
      Object.defineProperty(/x/, 'flags', { get: asked }),
      Object.defineProperty(new Map(), 'size', { get: asked }),
      error,
      Object.defineProperty(() => 1, 'name', { get: asked }),
    ];
    const { objects } = encodeValues(values);
    expect(objects.slice(0, 3)).toMatchObject([
      { entries: expect.arrayContaining([{ key: 'own', value: { type: 'note', text: '(...)' } }]) },
      { name: 'Proxy(Object)', entries: [{ key: 'a', value: 1 }] },
      { name: 'Proxy(Array)', entries: [{ key: 0, value: 1 }] },
    ]);
    expect(objects.filter(({ text }) => text === 'cannot be shown')).toEqual([]);
  });

  it('stays within its limits, and says what it left out', () => {
    expect(encodeValues(['x'.repeat(10_005)]).args).toEqual([`${'x'.repeat(10_000)}… (5 more characters)`]);
    expect(copyOf(Array.from({ length: 1_000 }, (_, at) => at))).toMatchObject({ size: 1_000, left: 900 });
    expect(copyOf(new Map(Array.from({ length: 150 }, (_, at) => [at, at])))).toMatchObject({ left: 50 });
    expect(encodeValues(Array.from({ length: 130 }, () => 1)).args.at(-1)).toEqual({
      type: 'note',
      text: '… 30 more',
    });
    const longName = encodeValues([document.createElement('x'.repeat(20_000))]);
    expect(ConsoleEntry.safeParse({ level: 'log', timestamp: 1, ...longName }).success).toBe(true);
    let deep = {};
    for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
    expect(encodeValues([deep]).objects).toHaveLength(consoleLimits.objects);
  });

  it('never throws, and what it makes is valid, small and can travel', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.anything({
            withBigInt: true,
            withDate: true,
            withMap: true,
            withSet: true,
            withTypedArray: true,
            withNullPrototype: true,
            withSparseArray: true,
            withBoxedValues: true,
          }),
        ),
        (values) => {
          const encoded = encodeValues(values);
          expect(ConsoleEntry.safeParse({ level: 'log', timestamp: 1, ...encoded }).success).toBe(true);
          expect(() => structuredClone(encoded)).not.toThrow();
        },
      ),
      { seed: randomSeed },
    );
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'y'.repeat(10_000)));
    const text = JSON.stringify(encodeValues([wide]));
    expect(text.length).toBeLessThan(4 * consoleLimits.text);
  });
});
