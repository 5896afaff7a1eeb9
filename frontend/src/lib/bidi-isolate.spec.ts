import { bidiIsolate } from './bidi-isolate.ts';

it('leaves text from left to right as it was written', () => {
  expect(bidiIsolate('Sea “1”, <b> \u{1f30a}')).toBe('Sea “1”, <b> \u{1f30a}');
});

it.each(['ים 2', 'بحر', 'Sea \u200f!', '\u{1e900}'])('gives %j a direction of its own', (text) => {
  expect(bidiIsolate(text)).toBe(`\u2068${text}\u2069`);
});

it.each(['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069\u2069'])(
  'H65: lets nothing out that %j begins or ends',
  (control) => {
    expect(bidiIsolate(`Sea ${control}evil`)).toBe('\u2068Sea evil\u2069');
  },
);
