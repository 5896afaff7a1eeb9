import { buildDocument } from '@studio/engine/build-document';
import { withPositionsInPanes } from './positions-in-panes.ts';

const origin = 'http://sandbox.localhost';
const document = buildDocument({ html: '<p>\n<img onerror="go()">', css: '', js: 'go()' });

/** The stack of an entry, in the panes. */
function inPanes(stack: string): string | undefined {
  const entry = { level: 'error' as const, args: [], timestamp: 0, stack };
  return withPositionsInPanes(entry, origin, document).stack;
}

test('positions in a stack are those of the panes', () => {
  expect(inPanes(`    at go (script.js:1:1)\n    at ${origin}/any/page:2:6`)).toBe(
    '    at go (script.js:1:1)\n    at index.html:2:6',
  );
});

test('a stack without end is translated up to its hundredth frame', () => {
  const frames = inPanes('    at https://example.org/a.js:1:1\n    at script.js:1:0\n'.repeat(200))?.split(
    '\n',
  );
  expect(frames?.[99]).toBe('    at script.js:1:1');
  expect(frames?.[101]).toBe('    at script.js:1:0');
});

test('positions in WebKit, where every script has the page’s address, are those of the script', () => {
  const inHtml = '<script>\n\nwait() //# sourceURL=index.html#2-9\n</script>';
  const page = buildDocument({ html: `<p>\n${inHtml}`, css: '', js: 'function go() {\n  stop();\n}' });
  // An own property of WebKit's errors.
  Object.assign(Error.prototype, { sourceURL: '' });
  try {
    const stack = `go@${origin}/:2:7\nglobal code@${origin}/:3:5\nonclick@${origin}/:1:2`;
    const entry = { level: 'error' as const, args: [], timestamp: 0, stack };
    expect(withPositionsInPanes(entry, origin, page).stack).toBe(
      'go@script.js:2:7\nglobal code@index.html:4:5\nonclick@page:1:2',
    );
  } finally {
    Reflect.deleteProperty(Error.prototype, 'sourceURL');
  }
});

test('positions in Firefox are those of the scripts, counted from the start of the page, but for handlers', () => {
  const inHtml = '<script>\n\nwait() //# sourceURL=index.html#2-9\n</script>';
  const page = buildDocument({ html: `<p>\n${inHtml}`, css: '', js: 'function go() {\n  stop();\n}' });
  // An own property of Firefox's errors.
  Object.assign(Error.prototype, { lineNumber: 0 });
  try {
    const stack = `go@script.js:7:7\n@index.html#2-9:5:5\nonclick@${origin}/:2:2\n@${origin}/:3:1`;
    const entry = { level: 'error' as const, args: [], timestamp: 0, stack };
    expect(withPositionsInPanes(entry, origin, page).stack).toBe(
      'go@script.js:2:7\n@index.html:4:5\nonclick@page:2:2\n@index.html:2:1',
    );
  } finally {
    Reflect.deleteProperty(Error.prototype, 'lineNumber');
  }
});
