import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { type BuiltDocument, toHtml } from './build-document.js';
import { compile } from './compile.js';
import { locate } from './page-positions.js';
import type { Sources } from './source.js';
import { positionAt } from './text-position.js';

async function build(
  sources: Partial<Sources>,
  config: Partial<FrameworkConfig> = {},
): Promise<BuiltDocument> {
  const frameworkConfig = { ...defaultFrameworkConfig, ...config };
  const { document } = await compile(
    { html: '', css: '', js: '', ...sources, frameworkConfig },
    { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true },
  );
  if (!document) throw new Error('There is no page');
  return document;
}

/** The position of a text in the whole page, as a browser would report it. */
const inPage = (document: BuiltDocument, text: string) =>
  positionAt(toHtml(document), toHtml(document).indexOf(text));

describe('a position that a browser reports', () => {
  it('in the page is found in the HTML pane, whatever was added around it', async () => {
    const html =
      '<!doctype html>\n<html><head>\n<title>one</title></head>\n<body>\n <b id="two"></b>\n</body></html>\n<!-- three -->';
    const document = await build(
      { html, css: 'a {\n}\n\nb {\n}', js: 'go();\ngo();' },
      { framework: 'vue', cssFramework: 'bootstrap' },
    );
    for (const text of ['<title>', '<b id="two">', '<!-- three']) {
      expect(locate(document, 'index.html', inPage(document, text))).toEqual({
        language: 'html',
        ...positionAt(html, html.indexOf(text)),
      });
    }
    expect(locate(document, 'index.html', inPage(document, 'b {'))).toBeNull();
    expect(locate(document, 'index.html', { line: 1_000, column: 1 })).toBeNull();
  });

  it('in a fragment is found on its first line too', async () => {
    const document = await build({ html: '<p>one</p><b>two</b>\n<i>three</i>', css: 'a{}\n' });
    expect(locate(document, 'index.html', inPage(document, '<b>'))).toEqual({
      language: 'html',
      line: 1,
      column: 11,
    });
    expect(locate(document, 'index.html', inPage(document, '<i>'))).toEqual({
      language: 'html',
      line: 2,
      column: 1,
    });
  });

  it('in a script of the page is found by the name of that script', async () => {
    const html = '<p>\n <script>one();\ntwo();\n</script><script>three() // x</script>';
    const document = await build({ html });
    const names = [...toHtml(document).matchAll(/sourceURL=(\S+?)(?=<|\s)/g)].map(([, name]) => name ?? '');
    expect(names).toHaveLength(2);
    expect(locate(document, names[0] ?? '', { line: 1, column: 1 })).toEqual({
      language: 'html',
      line: 2,
      column: 10,
    });
    expect(locate(document, names[0] ?? '', { line: 2, column: 3 })).toEqual({
      language: 'html',
      line: 3,
      column: 3,
    });
    expect(locate(document, names[1] ?? '', { line: 1, column: 4 })).toEqual({
      language: 'html',
      line: 4,
      column: 21,
    });
  });

  it('in a script is found in Firefox, which counts lines from the start of the written page', async () => {
    const html = '<p>\n <script>one();\ntwo();\n</script><script>three() // x</script>';
    const js = 'four();\n\nfive();';
    const document = await build({ html, css: 'a {\n}', js });
    const [first = '', second = ''] = [...toHtml(document).matchAll(/sourceURL=(\S+?)(?=<|\s)/g)].map(
      ([, name]) => name,
    );
    const asInFirefox = (name: string, text: string, column: number) =>
      locate(document, name, { line: inPage(document, text).line + 1, column });
    // An own property of Firefox's errors.
    Object.assign(Error.prototype, { lineNumber: 0 });
    try {
      expect(asInFirefox(first, 'one()', 1)).toEqual({ language: 'html', line: 2, column: 10 });
      expect(asInFirefox(first, 'two()', 3)).toEqual({ language: 'html', line: 3, column: 3 });
      expect(asInFirefox(second, 'three()', 4)).toEqual({ language: 'html', line: 4, column: 21 });
      // Where nothing but the event of the error has a position, without the name of the script.
      for (const name of ['script.js', 'injectedScript']) {
        expect(asInFirefox(name, 'four()', 1)).toEqual({ language: 'js', line: 1, column: 1 });
        expect(asInFirefox(name, 'five()', 2)).toEqual({ language: 'js', line: 3, column: 2 });
      }
    } finally {
      Reflect.deleteProperty(Error.prototype, 'lineNumber');
    }
  });

  it('below scripts of one line is in its line, whatever these end in', async () => {
    const html =
      '<script>fetch("https://x.example")</script>\n<script>go() // x</script>\n<svg><script>go() // x</script></svg>\n<b>';
    const document = await build({ html });
    expect(locate(document, 'index.html', inPage(document, '<b>'))).toEqual({
      language: 'html',
      line: 4,
      column: 1,
    });
  });

  it('behind the end of a script in a text is the editor’s', async () => {
    const js =
      'a = "<script></script><SCRIPT></SCRIPT>"; nope(); for (;;) go();\nb = "</script>"; <!-- <script';
    const document = await build({ js });
    const script = /<script>([^]*?)<\/script>/.exec(toHtml(document))?.[1] ?? '';
    for (const text of ['nope()', 'go()', 'b =', '<!--'])
      expect(locate(document, 'script.js', positionAt(script, script.indexOf(text)))).toEqual({
        language: 'js',
        ...positionAt(js, js.indexOf(text)),
      });
  });

  it('in the script is the editor’s', async () => {
    const js = 'namespace A {\n};\n\n  if (a as A) { go(); for (;;) b(); }';
    const document = await build({ js }, { typescript: true });
    const script = /<script>([^]*?)<\/script>/.exec(toHtml(document))?.[1] ?? '';
    for (const text of ['go()', 'b()'])
      expect(locate(document, 'script.js', positionAt(script, script.indexOf(text)))).toEqual({
        language: 'js',
        ...positionAt(js, js.indexOf(text)),
      });
    // Without a map, at least the line is correct.
    const plain = await build({ js: 'type A = {\n};\ngo();' }, { typescript: true });
    expect(locate(plain, 'script.js', { line: 3, column: 2 })).toEqual({
      language: 'js',
      line: 3,
      column: 2,
    });
  });

  it('in a component is found by its line, in its script and in its template', async () => {
    const js =
      '<template>\n  <p>{{ broken() }}</p>\n\n</template>\n<script setup>\nimport { ref } from "vue";\n\nconst a = ref(1);\nfailing();\n</script>';
    const document = await build({ js }, { framework: 'vue', vueSfc: true });
    const script = /<script type="module">([^]*?)<\/script>/.exec(toHtml(document))?.[1] ?? '';
    const lineOf = (text: string) => positionAt(script, script.indexOf(text));
    expect(locate(document, 'script.js', lineOf('failing();'))).toMatchObject({ language: 'js', line: 9 });
    expect(locate(document, 'script.js', lineOf('broken()'))).toMatchObject({ language: 'js', line: 2 });
    expect(locate(document, 'script.js', lineOf('.mount('))).toBeNull();
  });

  it('on the first line of the script is in that line, also where it is counted from the page', async () => {
    const document = await build({
      html: '<p>one</p>\n<p>two</p>',
      js: "import { A } from 'data:,';\ngo();",
    });
    const place = { language: 'js', line: 1, column: 10 };
    expect(locate(document, 'script.js', { line: 1, column: 10 })).toEqual(place);
    const { column } = inPage(document, 'A } from');
    expect(column).toBeGreaterThan(27);
    expect(locate(document, 'script.js', { line: 1, column })).toEqual(place);
  });

  it('on the first line of a script that writes tags of scripts is in that line', async () => {
    const document = await build({
      js: "go('a long first line of the script', 1); fail();\nadd('<script>');\n",
    });
    const place = { language: 'js', line: 1, column: 43 };
    expect(locate(document, 'script.js', { line: 1, column: 43 })).toEqual(place);
  });

  it('on the line of a loop is where it was written, and what the guard put there is the loop itself', async () => {
    const js = 'go(); for (const a of [1]) { a.fail(); } later();\n  while (true) for (;;) go2();';
    const html = `<i></i><script>first(); do { second() }\n while (true)</script>`;
    const document = await build({ html, js });
    const page = toHtml(document);
    const inScript = (start: number, text: string, nth = 0) => {
      const before = page
        .slice(start)
        .split(text, nth + 1)
        .join(text);
      return positionAt(page.slice(start), before.length);
    };
    const pane = page.lastIndexOf('<script>') + '<script>'.length;
    const found = (text: string, nth = 0) => locate(document, 'script.js', inScript(pane, text, nth));
    for (const text of ['a.fail', 'later', 'go2'])
      expect(found(text)).toEqual({ language: 'js', ...positionAt(js, js.indexOf(text)) });
    for (const [nth, loop] of ['for (const', 'while', 'for (;;)'].entries())
      expect(found('globalThis', nth)).toEqual({ language: 'js', ...positionAt(js, js.indexOf(loop)) });

    const inline = page.indexOf('<script>') + '<script>'.length;
    const name = /sourceURL=(index\S+?)(?=<|\s)/.exec(page)?.[1] ?? '';
    const foundInline = (text: string) => locate(document, name, inScript(inline, text));
    expect(foundInline('second')).toEqual({ language: 'html', ...positionAt(html, html.indexOf('second')) });
    expect(foundInline('globalThis')).toEqual({
      language: 'html',
      ...positionAt(html, html.indexOf('do {')),
    });
  });

  it('behind a line end that only JavaScript counts is the editor’s', async () => {
    const js = 'const s = "\u2028\u2029";\nfor (const a of [1]) fail(a);';
    const html = '<p>\u2028</p>\n<script>\nconst t = `\u2028x`; here();\n</script>';
    const document = await build({ html, js });
    expect(locate(document, 'script.js', { line: 4, column: 1 })).toEqual({
      language: 'js',
      line: 2,
      column: 1,
    });
    const script = toHtml(document);
    const column = script.indexOf('fail') - script.lastIndexOf('\n', script.indexOf('fail'));
    expect(locate(document, 'script.js', { line: 4, column })).toEqual({
      language: 'js',
      line: 2,
      column: 22,
    });
    expect(locate(document, 'index.html#2-9', { line: 3, column: 5 })).toEqual({
      language: 'html',
      line: 3,
      column: 17,
    });
    expect(locate(document, 'index.html', inPage(document, '<script>'))).toMatchObject({ line: 2 });
  });

  it('in a script that does not parse is found by its name where its first line has room for it', async () => {
    const html = '<p>\n<script>\n let a = ;\n</script><script>let b = ;</script>';
    const page = toHtml(await build({ html }));
    expect(page).toContain(
      '<script>//# sourceURL=index.html#2-9\n let a = ;\n</script><script>let b = ;</script>',
    );
  });

  it('in a script that hides itself as an HTML comment is found by its name, and the comment stays closed', async () => {
    const script = '<script><!--\ndocument.write("<script src=a.js><\\/script>")\n';
    const page = toHtml(await build({ html: `${script}//--></script><p>x</p>` }));
    expect(page).toContain(`${script}/*-->*/ //# sourceURL=index.html#1-9</script><p>x</p>`);
  });

  it('of a handler, whose column Chromium counts from the beginning of the page, is in its line', async () => {
    const html = '<p>\n</p>\n<button onclick="nope()" id=b>x</button>\n';
    const document = await build({ html });
    const page = toHtml(document);
    const { line } = inPage(document, '<button');
    const found = (column: number) => locate(document, 'index.html', { line, column });
    expect(found(page.indexOf('x</button>') + 1)).toEqual({ language: 'html', line: 3, column: 31 });
    expect(locate(document, 'index.html', { line: 1, column: page.indexOf('x</button>') + 1 })).toEqual(
      found(page.indexOf('x</button>') + 1),
    );
    expect(found(page.length + 900)).toEqual({ language: 'html', line: 3, column: 1 });
  });

  it('elsewhere is in none of the panes, whatever name code gives itself', async () => {
    const document = await build({ js: 'go()' });
    for (const file of ['https://m.example/a.js', 'constructor'])
      expect(locate(document, file, { line: 1, column: 1 })).toBeNull();
  });
});
