import { describe, expect, it } from '@jest/globals';
import { parse, serialize } from 'parse5';
import { buildDocument, hasSameCode, toHtml } from './build-document.js';

const build = (html: string, css = '', js = '') => buildDocument({ html, css, js });
const page = (html: string, css = '', js = '') => toHtml(build(html, css, js));

describe('a project becomes one page', () => {
  it('puts a page around a fragment, styles in its head and the script last in its body', () => {
    expect(page('<p>Hi</p>', 'p{}', 'go()')).toMatch(
      /^<!doctype html><html><head>.*<style data-studio-css>p\{\}<\/style><\/head><body><p>Hi<\/p><script>go\(\)\n.*\n<\/script><\/body><\/html>$/s,
    );
  });

  it('keeps a whole page as it is and adds styles at the end of its head, the script at the end of its body', () => {
    const html =
      '<!DOCTYPE html>\n<HTML lang="fr"><HEAD><title>T</title></HEAD><BODY class="b"><p>x</p></BODY></HTML>';
    const built = page(html, 'p{}', 'go()');
    expect(built.indexOf('<style')).toBe(html.indexOf('</HEAD>'));
    expect(built).toMatch(/<p>x<\/p><script>go\(\)[^<]*<\/script><\/BODY><\/HTML>$/);
    expect(built.replace(/<style.*<\/style>/s, '').replace(/<script>.*<\/script>/s, '')).toBe(html);
  });

  it('gives a page without a doctype one, so that it is never drawn in quirks mode', () => {
    expect(page('<html><body>x</body></html>')).toMatch(/^<!doctype html><html>/);
  });

  it.each(['<!doctype html><p>x</p>', '<html><body>x</body></html>', '<body>x', '<p>x</p>', ''])(
    'drops a byte order mark, which browsers would draw in quirks mode where it is written: %s',
    (html) => {
      const marked = build(`\uFEFF${html}`);
      expect(toHtml(marked)).toBe(page(html));
      expect(marked.contentStart).toBe(build(html).contentStart);
    },
  );

  it('takes tags in comments, attributes, scripts and text areas for what they are', () => {
    const html =
      '<!-- </head><body> --><html><head><script>"</head>"</script></head><body data-x="</body>"><textarea></body></textarea><p>end</p></body></html>';
    const built = page(html, 'p{}', 'go()');
    expect(built).toContain('</script><style data-studio-css>p{}</style></head><body data-x="</body>">');
    expect(built).toMatch(/<p>end<\/p><script>go\(\)/);
  });

  it.each([
    ['its body', '<html><head><style>p{}</style>', '<body><p>x</p></body></html>'],
    ['what only a body has', '<!doctype html><title>t</title><style>p{}</style>', '<p>x'],
    ['a comment without an end', '<html><head><style>p{}</style>', '<!-- <body></head>'],
    ['plain text', '<!doctype html><style>p{}</style>', '<plaintext></head>'],
  ])('takes a head that nobody closes to reach to %s', (_what, head, rest) => {
    expect(page(head + rest, 'p{top:0}')).toContain(
      `<style>p{}</style><style data-studio-css>p{top:0}</style>${rest}`,
    );
  });

  it.each([
    ['no head', '<html><body><p>x</p></body></html>'],
    ['no body tag', '<!doctype html><html><head></head><p>x</p></html>'],
    ['no end tags', '<!doctype html><title>t</title><p>x'],
    ['a doctype alone', '<!doctype html>'],
    ['an open comment', '<p>x</p><!-- never closed'],
  ])('carries styles and script in a page with %s', (_name, html) => {
    const built = page(html, 'p{color:red}', 'go()');
    expect(built.match(/<style data-studio-css>p\{color:red\}<\/style>/g)).toHaveLength(1);
    expect(built.match(/<script>go\(\)/g)).toHaveLength(1);
  });

  it('starts the script right behind its tag, so that its lines are those of the editor', () => {
    expect(page('', '', 'one();\ntwo();')).toContain('<script>one();\ntwo();\n//# sourceURL=script.js');
  });

  it.each([
    ['a head', '<head><title>t</title></head>'],
    ['a head within tags', '<html><head><title>t</title></head></html>'],
    ['a head that nobody closes', '<!doctype html><html><head><title>t</title>'],
    ['the end tags of a body', '<html><head></head>\n<!-- empty --></body></html>'],
    ['a doctype', '<!doctype html>'],
  ])('puts the script into a body also where the page is no more than %s', (_what, html) => {
    expect(serialize(parse(page(html, '', 'go()')))).toMatch(
      /<\/head>[^<]*(?:<!-- empty -->)?<body><script>go/,
    );
  });

  it.each(['<iframe src="a">', '<textarea>', '<p>a</p><script src="a.js">', '<head><title>'])(
    'keeps the script out of an element that is opened last and never closed: %s',
    (html) => {
      expect(serialize(parse(page(html, '', 'go()')))).toMatch(
        /<body>.*<script>go\(\)\n.*\n<\/script><\/body>/s,
      );
    },
  );

  it('leaves no script where none was written', () => {
    expect(page('<p>x</p>', '', '  \n')).not.toContain('<script');
  });

  it('keeps text that looks like an end tag from ending the element it stands in', () => {
    const built = page('', 'a::after{content:"</style>"}', 'const s = "</script><!-- <script>";');
    expect(built.match(/<\/script>/gi)).toHaveLength(1);
    expect(built.match(/<\/style>/gi)).toHaveLength(1);
    const script = /<script>([\s\S]*)<\/script>/.exec(built)?.[1] ?? '';
    expect(new Function(`${script}\nreturn s;`)()).toBe('</script><!-- <script>');
  });

  it.each([
    ['/<script[^>]*>|<!--[^]*?-->/gu.exec(" <!-- a -->")[0]', '<!-- a -->'],
    ['/[</script>]+<!--/u.exec("</script><!--")[0]', '</script><!--'],
    ['/(?<script>b)(?<!--)/u.exec("b").groups.script', 'b'],
    ['`<!--${"<SCRIPT"}</Script>`', '<!--<SCRIPT</Script>'],
    ['[0<script.length, "<!--"]', [true, '<!--']],
    ['0</script/.exec("script").index', false],
    ['1 /* <!-- <script> </script> */', 1],
    ['1\n<!-- <script>', 1],
  ])('leaves what a script computes as it is: %s', (code, value) => {
    const text = /<script>(.*)\n\/\//s.exec(page('', '', `result = ${code}`))?.[1] ?? '';
    expect(text).not.toMatch(/<\/script|<script/i);
    expect(new Function('script', `let ${text};\nreturn result`)('script')).toEqual(value);
  });
});

describe('which changes can be made in place', () => {
  it('is a change of the styles and nothing else', () => {
    expect(hasSameCode(build('<p>x</p>', 'a{}'), build('<p>x</p>', 'b{}'))).toBe(true);
    expect(hasSameCode(build('<p>x</p>', 'a{}'), build('<p>y</p>', 'b{}'))).toBe(false);
    expect(hasSameCode(build('', 'a{}', 'x()'), build('', 'b{}', 'y()'))).toBe(false);
    expect(hasSameCode(build('<p>x</p>', 'a{}'), build('<p>x</p>', 'a{}'))).toBe(true);
  });
});

describe('a script that has to run first', () => {
  it('stands behind the doctype and before all else', () => {
    const before = (html: string) => {
      const built = build(html);
      return toHtml(built).slice(0, built.contentStart);
    };
    expect(before('<!-- c -->\n<!DOCTYPE html><html>')).toBe('<!-- c -->\n<!DOCTYPE html>');
    for (const html of ['<p>', '<html><body>', '<p><!doctype html>'])
      expect(before(html)).toBe('<!doctype html>');
  });
});
