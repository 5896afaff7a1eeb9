import { type Asset, categoryOf } from '@studio/contract/http/assets';
import type { SourceLanguage } from '@studio/engine/source';
import { insertionOf } from './insert-asset.ts';

function asset(name: string): Asset {
  return {
    id: 'a'.repeat(16),
    name,
    url: `https://files.example/assets/${'a'.repeat(16)}/x`,
    thumbnailUrl: null,
    size: 1,
    category: categoryOf(name) ?? 'docs',
    createdAt: '2026-11-01T00:00:00.000Z',
  };
}
const path = `/assets/${'a'.repeat(16)}/x`;

/** The text of a pane after an insertion at `|`; without `|` the caret was never set. */
function insert(name: string, focused: SourceLanguage | null, pane = '|') {
  const { language, findInsertion } = insertionOf(asset(name), focused);
  const caret = pane.indexOf('|');
  const code = pane.replace('|', '');
  const { at, text } = findInsertion(code, caret < 0 ? null : caret);
  return [language, (code.slice(0, at) + text + code.slice(at)).replaceAll(path, 'URL')];
}

describe('the form of an asset', () => {
  test.each([
    ['cat.png', null, 'html', '<img src="URL" alt="cat">'],
    ['cat.svg', 'js', 'html', '<img src="URL" alt="cat">'],
    ['cat.webp', 'css', 'css', 'url("URL")'],
    ['reset.css', 'html', 'html', '<link rel="stylesheet" href="URL">'],
    ['reset.css', 'css', 'css', '@import url("URL");\n'],
    ['chart.ts', 'html', 'html', '<a href="URL">chart.ts</a>'],
    ['chart.ts', 'js', 'js', '"URL"'],
    ['chart.js', 'js', 'html', '<script src="URL"></script>'],
    ['song.mp3', null, 'html', '<audio controls src="URL"></audio>'],
    ['film.mp4', 'css', 'html', '<video controls src="URL"></video>'],
    ['film.webm', 'js', 'html', '<video controls src="URL"></video>'],
    ['data.json', 'html', 'html', '<a href="URL">data.json</a>'],
    ['data.csv', 'js', 'js', '"URL"'],
    ['paper.pdf', 'css', 'html', '<a href="URL">paper.pdf</a>'],
    ['notes.md', 'js', 'js', '"URL"'],
  ] as const)('%s, after the focus was in %s', (name, focused, language, text) => {
    expect(insert(name, focused)).toEqual([language, text]);
  });

  test.each([
    ['woff2', 'woff2'],
    ['woff', 'woff'],
    ['ttf', 'truetype'],
    ['otf', 'opentype'],
  ])('a %s font becomes a font face of the style sheet', (extension, format) => {
    expect(insert(`Inter Bold.${extension}`, 'html')).toEqual([
      'css',
      `@font-face {\n  font-family: "Inter Bold";\n  src: url("URL") format("${format}");\n}\n`,
    ]);
  });

  test('a name cannot break out of the code', () => {
    expect(insert('"><script>&.png', null)[1]).toBe('<img src="URL" alt="&quot;>&lt;script>&amp;">');
    expect(insert('<b>.json', null)[1]).toBe('<a href="URL">&lt;b>.json</a>');
    expect(insert('a"b\\.ttf', null)[1]).toContain('font-family: "ab";');
  });
});

describe('its place in HTML', () => {
  const img = '<img src="URL" alt="a">';
  test.each([
    ['at the caret', '<p>one|two</p>', `<p>one${img}two</p>`],
    ['alone where an attribute takes it', '<img src="|">', '<img src="URL">'],
    ['alone where the attribute is still open', '<p></p><img src="|', '<p></p><img src="URL'],
    ['behind an end tag', '<p></p|>x', `<p></p>${img}x`],
    ['behind a script', '<script>1|2</script>x', `<script>12</script>${img}x`],
    ['behind a style', '<style>|</style>x', `<style></style>${img}x`],
    ['behind the doctype', '<!doc|type html>x', `<!doctype html>${img}x`],
    ['right behind a tag', '<b></b>|', `<b></b>${img}`],
    ['in a template', '<template>|</template>', `<template>${img}</template>`],
    ['in plain text with a sign', 'a < b|', `a < b${img}`],
    ['last of the body without a caret', '<body>\n<p></p>\n</body>', `<body>\n<p></p>\n${img}\n</body>`],
    ['last of a fragment without a caret', '<p></p>', `<p></p>\n${img}\n`],
    ['first of nothing', '', `${img}\n`],
  ])('%s', (_, before, after) => {
    expect(insert('a.png', 'html', before)[1]).toBe(after);
  });
});

describe('its place in CSS', () => {
  test.each([
    ['a value', 'a { background: | }', 'a { background: url("URL") }'],
    ['an address that has begun', 'a { background: url(|) }', 'a { background: url(URL) }'],
    ['an address in quotes', 'a { background: url("|") }', 'a { background: url("URL") }'],
  ])('a picture in %s', (_, before, after) => {
    expect(insert('a.png', 'css', before)[1]).toBe(after);
  });

  test.each([
    ['an empty sheet', '|', 'IMPORT\n'],
    ['rules', 'a {}\nb {|}', 'IMPORT\na {}\nb {}'],
    [
      'other imports',
      '@import "a;b";\n/* c */ @use "x";\na {|}',
      '@import "a;b";\n/* c */ @use "x";\nIMPORT\na {}',
    ],
    ['a comment alone', '/* c */\na {|}', 'IMPORT\n/* c */\na {}'],
  ])('an import before all rules: %s', (_, before, after) => {
    expect(insert('a.css', 'css', before)[1]).toBe(after.replace('IMPORT', '@import url("URL");'));
  });

  test.each([
    ['between rules', 'a {}\n|\nb {}', 'a {}\nFACE\nb {}'],
    ['behind a rule on its line', 'a {}|', 'a {}\nFACE\n'],
    ['before the rule that the caret is in', 'a {}\nb { color: red;| }', 'a {}\nFACE\nb { color: red; }'],
    ['before a selector', 'a {}\nbo|dy {}', 'a {}\nFACE\nbody {}'],
    ['outside a media query', '@media x { a { | } }', 'FACE\n@media x { a {  } }'],
    ['behind imports', '@import "x;y";\na|', '@import "x;y";\nFACE\na'],
    [
      'past braces in strings and comments',
      'a { content: "}"; /* } */ | }',
      'FACE\na { content: "}"; /* } */  }',
    ],
    ['at the end without a caret', 'a {}\n', 'a {}\nFACE\n'],
  ])('a font face %s', (_, before, after) => {
    const face = '@font-face {\n  font-family: "a";\n  src: url("URL") format("woff2");\n}';
    expect(insert('a.woff2', 'css', before)[1]).toBe(after.replace('FACE', face));
  });
});
