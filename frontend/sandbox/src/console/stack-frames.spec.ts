import { expect, test } from '@jest/globals';
import { runnerLines } from '@studio/contract/sandbox-frame';

/** WebKit's errors: each script of a page has the page's address, a written one counts its lines from its start. */
class WebKitError extends Error {
  sourceURL = location.href;
  override stack = `@${location.href}:${runnerLines.above + 3}:9`;
}

globalThis.Error = WebKitError as unknown as ErrorConstructor;
const { stackFrames, withoutOwnFrames } = await import('./stack-frames');

const frame = (name: string, line: number) => `${name}@${location.href}:${line}:20`;
const runner = (name: string) => frame(name, runnerLines.above + 4);

test('a stack of WebKit has no frames of the runner, nor the functions of the browser that it called', () => {
  const page = ['forEach@[native code]', frame('each', 4), 'forEach@[native code]', frame('global code', 9)];
  const stack = [runner('log'), ...page, 'write@[native code]', runner(''), runner('ao')].join('\n');
  expect(stackFrames(stack)).toBe(page.join('\n'));
  expect(stackFrames(['write@[native code]', runner('')].join('\n'))).toBe('');
});

test('a text in WebKit keeps all lines but those of the runner', () => {
  expect(withoutOwnFrames(`Error\n${frame('go', 2)}\n${runner('ao')}\nend`)).toBe(
    `Error\n${frame('go', 2)}\nend`,
  );
});

test('lines of a long script beyond the runner’s are the project’s', () => {
  const long = frame('go', runnerLines.above + runnerLines.count + 1);
  expect(stackFrames(long)).toBe(long);
});
