import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { formatMessage } from './format-message';

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
