import { costs, writtenExpressions } from './regular-expressions.ts';

/** Permitted expressions, or the file of a long one, and why: no user text reaches them, it is short, or they are linear for another reason. */
const accepted: Record<string, string> = {
  '/\\/+$/': 'the ends of addresses that an operator configures',
  '/<script>([^]*?)<\\/script>/': 'the page that the build wrote',
  [String.raw`/(?:[^\s"'${'`'}<>={};,[\]()]|\[(?:[^\s[\]]|\[[^\s[\]]*\])*\]|\((?:[^\s()]|\([^\s()]*\))*\))+/g`]:
    'a bracket that is never closed is passed over once, and then belongs to no other try',
  'frontend/engine/src/script/imports-as-written.ts':
    'a comment ends where another begins, and what the gap of an import passes over holds no further import',
};

test('H73 no regular expression of the product takes more time than in proportion to a text', () => {
  const written = writtenExpressions();
  expect(written.length).toBeGreaterThan(150);
  const costly = written
    .map((one) => ({ ...one, text: `/${one.source}/${one.flags}`, why: costs(one) }))
    .filter(({ why }) => why.length > 0);
  expect(
    costly
      .filter(({ file, text }) => !(text in accepted || file in accepted))
      .map(({ file, text, why }) => [file, text, why]),
  ).toEqual([]);
  const found = new Set(costly.flatMap(({ file, text }) => [file, text]));
  expect(Object.keys(accepted).filter((text) => !found.has(text))).toEqual([]);
});

test.each(['<!--[^]*?-->', '<script\\b[^>]*>', '^\\s*import', '(a+)+$', '[^\\n]*$', '"(?:\\\\.|[^"\\\\])*"'])(
  '/%s/m is seen to cost',
  (source) => {
    expect(costs({ source, flags: 'm' })).not.toEqual([]);
  },
);

test.each([
  '^[0-9a-z]{16}$',
  '<\\/(script)',
  '<[^<>]*>',
  '\\/\\*[^]*?(?:\\*\\/|$)',
  '@import\\s[^;]*;?',
  '\\bon[a-z]+=',
])('/%s/ is seen to be linear', (source) => {
  expect(costs({ source, flags: '' })).toEqual([]);
});
