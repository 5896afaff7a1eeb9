import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { formatMessage } from './format-message.ts';

const objects: ConsoleObject[] = [{ kind: 'plain', name: '', entries: [{ key: 'a', value: 1 }] }];
const object: ConsoleValue = { type: 'ref', at: 0 };

test('directives are filled in, and what is left over follows', () => {
  const parts = formatMessage(['%s is %d years, %i%% %f', 'Ada', '36.5', '7x', '1.5', object], objects);
  expect(parts.map((part) => (part.kind === 'text' ? part.text : part.value))).toEqual([
    ...['', 'Ada', ' is ', '36', ' years, ', '7', '%', ' ', '1.5', ' '].filter(Boolean),
    object,
  ]);
  expect(formatMessage(['%o!', object], objects)).toEqual([
    { kind: 'value', value: object },
    { kind: 'text', text: '!' },
  ]);
  expect(formatMessage(['%d', object], objects)).toEqual([{ kind: 'text', text: 'NaN' }]);
});

test('without arguments to fill in, a text stays to the letter', () => {
  expect(formatMessage(['100%s'], [])).toEqual([{ kind: 'text', text: '100%s' }]);
  expect(formatMessage(['%s and %s', 'one'], [])).toEqual([
    { kind: 'text', text: 'one' },
    { kind: 'text', text: ' and %s' },
  ]);
});

test('of a style only colours, weight and slant are kept, and nothing that loads', () => {
  const css =
    'color: red; background: url(http://x.example/); font-weight: bold; position: fixed; background-color: #fff; constructor: red';
  expect(formatMessage(['%cred', css], [])).toEqual([
    { kind: 'text', text: 'red', style: { color: 'red', fontWeight: 'bold', backgroundColor: '#fff' } },
  ]);
});

const listOf = (...values: ConsoleValue[]): ConsoleObject => ({
  kind: 'list',
  name: '',
  size: values.length,
  entries: values.map((value, key) => ({ key, value })),
});
const ref = (at: number): ConsoleValue => ({ type: 'ref', at });

test.each<[ConsoleValue, ConsoleObject[], string]>([
  [-0, [], '0'],
  [5n, [], '5'],
  [null, [], 'null'],
  [undefined, [], 'undefined'],
  [{ type: 'symbol', text: 'Symbol(q)' }, [], 'Symbol(q)'],
  [ref(0), [listOf(1, ref(1)), listOf(2, 'a', null, { type: 'note', text: 'empty' })], '1,2,a,,'],
  [ref(0), [listOf(1, ref(0))], '1,'],
  [ref(0), [listOf()], ''],
  [ref(0), [{ ...listOf(1, 2), name: 'Uint8Array' }], '1,2'],
  [ref(0), [{ ...listOf(1, 2), size: 300, left: 298 }], '1,2,…'],
  [ref(0), [{ kind: 'list', name: '', size: 3 }], '…'],
  [ref(0), [listOf(ref(1)), { kind: 'plain', name: '', entries: [{ key: 'a', value: 1 }] }], '{…}'],
  [ref(0), [{ kind: 'plain', name: '', entries: [{ key: 'a', value: 1 }] }], '{a: 1}'],
  [ref(0), [{ kind: 'function', name: '', text: '() => 1', entries: [] }], '() => 1'],
  [ref(0), [{ kind: 'error', name: 'Error', text: 'Error: x\n    at y', entries: [] }], 'Error: x'],
  [ref(0), [{ kind: 'plain', name: 'RegExp', text: '/a/g', entries: [] }], '/a/g'],
  [
    ref(0),
    [{ kind: 'plain', name: 'Date', text: '1970-01-01T00:00:00.000Z', entries: [] }],
    String(new Date(0)),
  ],
  [ref(0), [{ kind: 'plain', name: 'Date', text: 'Invalid Date', entries: [] }], 'Invalid Date'],
])('%%s writes %p of %j as browsers do, where that needs no code of the page', (value, held, text) => {
  expect(formatMessage(['%s', value], held)).toEqual(text === '' ? [] : [{ kind: 'text', text }]);
});

test('numbers are read from what a value is as a text', () => {
  expect(formatMessage(['%d %i %f', ref(0), -0, 5n], [listOf(5)])).toMatchObject([
    { text: '5' },
    { text: ' ' },
    { text: '0' },
    { text: ' ' },
    { text: '5' },
  ]);
  expect(formatMessage(['%d', ref(0)], [{ kind: 'plain', name: 'Date', text: '1970', entries: [] }])).toEqual(
    [{ kind: 'text', text: 'NaN' }],
  );
});

test('H73 arrays that hold each other again and again make no endless text', () => {
  const held = Array.from({ length: 100 }, (_, at) => listOf(ref(at + 1), ref(at + 1), ref(at + 1)));
  const [part] = formatMessage(['%s', ref(0)], held);
  expect(part?.kind === 'text' && part.text.length).toBeLessThan(50_000);
});
