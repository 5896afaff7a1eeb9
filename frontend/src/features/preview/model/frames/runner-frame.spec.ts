import { buildDocument } from '@studio/engine/build-document';
import { mayBePaused } from './runner-frame.ts';

const isPausedIn = (js: string) => mayBePaused({ document: buildDocument({ html: '', css: '', js }) });

test.each([
  'debugger',
  'if (a) debugger;',
  'f(() => {debugger})',
  'a()\n  debugger\nb()',
  'debugger // here',
])('a page may be paused in the developer tools at “%s”', (js) => {
  expect(isPausedIn(js)).toBe(true);
});

test.each(['log("the debugger of a browser")', 'a.debugger = 1;', 'my_debugger;', '$debugger()', ''])(
  'no page is paused at “%s”',
  (js) => {
    expect(isPausedIn(js)).toBe(false);
  },
);
