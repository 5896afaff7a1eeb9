import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { fullText, valueText } from './format-message.ts';
import { previewOf, tokenText } from './value-preview.ts';

const ref = (at: number): ConsoleValue => ({ type: 'ref', at });
const text = (value: ConsoleValue, objects: ConsoleObject[] = []) => tokenText(previewOf(value, objects));

test.each<[ConsoleValue, string]>([
  ['text', "'text'"],
  ["it's", '"it\'s"'],
  ['a\nb', "'a\\nb'"],
  [-0, '-0'],
  [10n, '10n'],
  [undefined, 'undefined'],
  [{ type: 'symbol', text: 'Symbol(s)' }, 'Symbol(s)'],
  [ref(7), '…'],
])('%p is %s', (value, shown) => {
  expect(text(value)).toBe(shown);
});

const list: ConsoleObject = {
  kind: 'list',
  name: '',
  size: 3,
  entries: [
    { key: 0, value: 1 },
    { key: 1, value: ref(0) },
    { key: 2, value: { type: 'note', text: 'empty' } },
  ],
};
const plain: ConsoleObject = {
  kind: 'plain',
  name: '',
  entries: [
    { key: 'a b', value: 'x' },
    { key: 'list', value: ref(1) },
    { key: { type: 'symbol', text: 'Symbol(s)' }, value: ref(0) },
  ],
};

test('what lies deeper is only named', () => {
  expect(text(ref(0), [plain, list])).toBe("{'a b': 'x', list: Array(3), [Symbol(s)]: {…}}");
  expect(text(ref(1), [plain, list])).toBe('(3) [1, {…}, empty]');
});

test('omitted entries are shown as an ellipsis', () => {
  expect(text(ref(0), [{ kind: 'list', name: 'Uint8Array', size: 500, entries: [], left: 500 }])).toBe(
    'Uint8Array(500) […]',
  );
  expect(text(ref(0), [{ kind: 'plain', name: 'Point' }])).toBe('Point {…}');
});

test('a copied value holds everything, and ends where it meets itself', () => {
  expect(valueText(ref(0), [plain, list])).toBe(
    "{'a b': 'x', list: [1, [Circular], empty], [Symbol(s)]: [Circular]}",
  );
  const entry = { level: 'log', timestamp: 0, args: ['%s:', 'list', ref(0)], objects: [list] } as const;
  expect(fullText({ ...entry, args: [...entry.args], objects: [list] })).toBe('list: [1, [Circular], empty]');
});

test('an object that is met again and again does not make an endless copy', () => {
  const objects = Array.from({ length: 60 }, (_, at): ConsoleObject => {
    const next = ref(at + 1);
    return {
      kind: 'list',
      name: '',
      size: 2,
      entries: [
        { key: 0, value: next },
        { key: 1, value: next },
      ],
    };
  });
  expect(valueText(ref(0), objects).length).toBeLessThan(3_000_000);
});

test.each<[string, ConsoleObject['entries'], number, string]>([
  ['<img src="a.png">', [], 0, '<img src="a.png">'],
  ['<my-el>', [], 0, '<my-el></my-el>'],
  ['<p class="a">', [{ key: 0, value: 'hi' }], 0, '<p class="a">hi</p>'],
  ['<p>', [{ key: 0, value: 'x'.repeat(61) }], 0, '<p>…</p>'],
  ['<pre>', [{ key: 0, value: 'a\nb' }], 0, '<pre>…</pre>'],
  ['<p>', [{ key: 0, value: ref(0) }], 0, '<p>…</p>'],
  ['<p>', [{ key: 0, value: 'hi' }], 1, '<p>…</p>'],
  ['<ul>', [], 7, '<ul>…</ul>'],
  ['#document', [], 0, '#document'],
])(
  'the element %s with %j is shown with what it holds if that is short',
  (tag, entries = [], left, shown) => {
    const name = /[#\w-]+/.exec(tag)?.[0] ?? '';
    const element: ConsoleObject = { kind: 'element', name, text: tag, entries, ...(left && { left }) };
    expect(text(ref(0), [element])).toBe(shown);
    expect(
      text(ref(1), [element, { kind: 'plain', name: '', entries: [{ key: 'it', value: ref(0) }] }]),
    ).toBe(`{it: ${shown}}`);
  },
);
