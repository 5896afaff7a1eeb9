import { expect, test } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { compile } from './compile.js';
import { scriptAt } from './page-scripts.js';

const sources = {
  html: '<p onclick="go()">\n<script>\n\nfunction inPage() {}\n</script>\n<script type="application/json">\n\n\n\n\n{}</script>',
  css: '',
  js: 'function go() {\n  stop();\n}\n',
  frameworkConfig: defaultFrameworkConfig,
};

test.each([
  ['the project’s script', { line: 2, column: 7 }, 'go', 'script.js'],
  ['the project’s script, outside functions', { line: 1, column: 3 }, 'global code', 'script.js'],
  ['a script in the HTML, by the function', { line: 3, column: 19 }, 'inPage', 'index.html#2-9'],
  ['a script in the HTML, by the column', { line: 3, column: 21 }, '', 'index.html#2-9'],
  ['a script in the HTML, before the end of its line', { line: 3, column: 2 }, '', 'index.html#2-9'],
  ['a handler in an attribute', { line: 1, column: 2 }, 'onclick', null],
  ['a line that no script has', { line: 7, column: 1 }, '', null],
])(
  'a position that counts from the start of its script is found in %s',
  async (_where, place, name, script) => {
    const { document } = await compile(sources, {
      mode: 'development',
      libraries: 'local',
      moduleCdn: null,
      checkLoops: false,
    });
    expect(document && scriptAt(document, place, name)).toBe(script);
  },
);
