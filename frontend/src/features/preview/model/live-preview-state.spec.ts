import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import {
  type LivePreviewEvent,
  type LivePreviewState,
  mustRun,
  type PreviewRequest,
  transitionLivePreview,
} from './live-preview-state.ts';

const requestOf = (js: string): PreviewRequest => ({
  source: { html: '', css: '', js, frameworkConfig: defaultFrameworkConfig },
  target: { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true },
});
const requested = (js: string, rerun = false): LivePreviewEvent => ({
  type: 'requested',
  request: requestOf(js),
  rerun,
});
const after = (state: LivePreviewState, ...events: LivePreviewEvent[]) =>
  events.reduce(transitionLivePreview, state);
const hungBefore: LivePreviewState = { kind: 'paused', source: null };

test('code that hung the last time stays paused until it is changed or run', () => {
  expect(after(hungBefore, requested('for(;;);'))).toMatchObject({ kind: 'paused' });
  expect(after(hungBefore, requested('for(;;);'), requested('for(;;);'))).toMatchObject({ kind: 'paused' });
  expect(after(hungBefore, requested('for(;;);'), requested('1'))).toMatchObject({ kind: 'showing' });
  expect(after(hungBefore, requested('for(;;);', true))).toMatchObject({ kind: 'showing' });
});

test('once it runs, the same code is not paused again', () => {
  const running = after(hungBefore, requested('1', true));
  expect(after(running, requested('1'))).toMatchObject({ kind: 'showing', request: requestOf('1') });
});

test('a script is broken until a newer one compiles', () => {
  const broken = after({ kind: 'idle' }, requested('('), { type: 'compiled', isScriptBroken: true });
  expect(broken).toMatchObject({ isScriptBroken: true });
  expect(after(broken, requested('()'))).toMatchObject({ isScriptBroken: true });
  expect(after(broken, { type: 'compiled', isScriptBroken: false })).toMatchObject({ isScriptBroken: false });
});

test('a run that was asked for is due until a page is shown, whatever is requested meanwhile', () => {
  const due = after({ kind: 'idle' }, requested('1', true), requested('2'));
  expect(mustRun(due)).toBe(true);
  expect(mustRun(after(due, { type: 'compiled', isScriptBroken: false }))).toBe(true);
  expect(mustRun(after(due, { type: 'shown' }))).toBe(false);
});

test('a destroyed preview stays so', () => {
  expect(after({ kind: 'idle' }, { type: 'destroyed' }, requested('1', true))).toEqual({ kind: 'destroyed' });
});
