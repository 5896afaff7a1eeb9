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
