import type { BuiltDocument } from '@studio/engine/build-document';
import {
  framesOf,
  initialState,
  isHeldUp,
  newestDocument,
  type PreviewEvent,
  type PreviewState,
  runningFrame,
  transitionPreview,
  waitingFrames,
} from './preview-state.ts';
import type { RunnerFrame } from './runner-frame.ts';

const frame = (origin: string) => ({ origin }) as RunnerFrame;
const page = (css: string) => ({ css }) as BuiltDocument;
const [one, two] = [frame('one'), frame('two')];
const [first, second] = [page('first'), page('second')];

const after = (...events: PreviewEvent[]): PreviewState => events.reduce(transitionPreview, initialState);

const ready: PreviewEvent[] = [
  { type: 'frame-added', frame: one },
  { type: 'frame-ready', frame: one },
];
const rendering: PreviewEvent[] = [
  { type: 'document-queued', document: first },
  ...ready,
  { type: 'render-started', document: first },
];
const shown: PreviewEvent[] = [...rendering, { type: 'painted', frame: one }];
const nextWaits: PreviewEvent[] = [
  ...shown,
  { type: 'frame-added', frame: two },
  { type: 'document-queued', document: second },
];

describe('the state of a preview', () => {
  it('makes the pending frame the active one when its document has painted', () => {
    expect(runningFrame(after(...rendering))).toBe(one);
    expect(after(...shown)).toMatchObject({
      status: 'running',
      active: { frame: one, document: first },
      pending: { kind: 'none' },
      queued: null,
    });
  });

  it('keeps the active frame running while the next one loads, and knows the newest document', () => {
    const state = after(...nextWaits);
    expect(runningFrame(state)).toBe(one);
    expect(framesOf(state)).toEqual([one, two]);
    expect(newestDocument(state)).toBe(second);
  });

  it('loses the frames that wait where it moves, and keeps those that have a document', () => {
    const moved = transitionPreview(after(...nextWaits), { type: 'moved' });
    expect(framesOf(moved)).toEqual([one]);
    expect(newestDocument(moved)).toBe(second);
    const spare: PreviewEvent = { type: 'frame-added', frame: two };
    expect(framesOf(transitionPreview(after(...rendering, spare), { type: 'moved' }))).toEqual([one]);
  });

  it('has a spare frame wait its turn while a document is rendered, and knows whether its runner has loaded', () => {
    for (const isReady of [true, false]) {
      const spare = { ...two, isReady };
      const waits = after(
        ...rendering,
        { type: 'frame-added', frame: spare },
        { type: 'frame-ready', frame: spare },
      );
      expect(runningFrame(waits)).toBe(one);
      expect(framesOf(waits)).toEqual([one, spare]);
      expect(transitionPreview(waits, { type: 'painted', frame: one })).toMatchObject({
        active: { frame: one },
        pending: { kind: isReady ? 'ready' : 'loading', frame: spare },
        spares: [],
      });
    }
  });

  it('has several spare frames take their turns', () => {
    const [three, four] = [frame('three'), frame('four')];
    const waits = after(
      ...rendering,
      ...[three, four].map((added) => ({ type: 'frame-added', frame: added }) as const),
    );
    expect(waitingFrames(waits)).toEqual([three, four]);
    expect(transitionPreview(waits, { type: 'painted', frame: one })).toMatchObject({
      pending: { kind: 'loading', frame: three },
      spares: [four],
    });
  });

  it('gives no document to a frame whose runner has not loaded while that of a spare one has', () => {
    const waits = after(
      ...nextWaits,
      { type: 'frame-added', frame: frame('spare') },
      { type: 'frame-ready', frame: frame('spare') },
    );
    expect(waits).toMatchObject({ pending: { kind: 'loading', frame: two }, queued: second });
  });

  it('has a spare frame take the place of a pending one whose runner did not come', () => {
    for (const isReady of [true, false]) {
      const spare = { ...frame('spare'), isReady };
      const failed: PreviewEvent = { type: 'frame-failed', frame: two };
      expect(after(...nextWaits, { type: 'frame-added', frame: spare }, failed)).toMatchObject({
        status: 'running',
        pending: { kind: isReady ? 'ready' : 'loading', frame: spare },
        spares: [],
        queued: second,
      });
    }
  });

  it('puts another frame in the place of a spare one whose runner did not come, or does without', () => {
    const waits = after(...rendering, { type: 'frame-added', frame: two });
    const three = frame('three');
    const replaced = transitionPreview(waits, { type: 'frame-replaced', frame: two, by: three });
    expect(replaced).toMatchObject({ spares: [three], pending: { kind: 'rendering', frame: one } });
    expect(framesOf(transitionPreview(replaced, { type: 'frame-failed', frame: three }))).toEqual([one]);
  });

  it('gives the newest page new styles, whether it has painted or not', () => {
    const adapted: PreviewEvent = { type: 'adapted', document: second };
    expect(after(...shown, adapted)).toMatchObject({
      active: { frame: one, document: second },
      queued: null,
    });
    expect(after(...rendering, adapted)).toMatchObject({ pending: { frame: one, document: second } });
    expect(after(...rendering, adapted, { type: 'painted', frame: one })).toMatchObject({
      active: { frame: one, document: second },
    });
  });

  it('shows the newest document again after a restart, whichever stage it had reached', () => {
    for (const [events, newest] of [
      [shown, first],
      [rendering, first],
      [nextWaits, second],
    ] as const) {
      const state = after(...events, { type: 'restarted' });
      expect(state).toMatchObject({ status: 'starting', active: null, queued: newest });
      expect(framesOf(state)).toEqual([]);
    }
  });

  it('remembers a hang until the next runner has loaded', () => {
    const hung = after(...shown, { type: 'silent' }, { type: 'ended', status: 'stopped' });
    expect(hung).toEqual({ kind: 'ended', status: 'stopped', afterHang: true });
    const next = transitionPreview(hung, { type: 'document-queued', document: second });
    expect(next).toMatchObject({ kind: 'live', status: 'starting', queued: second, afterHang: true });
    expect(ready.reduce(transitionPreview, next)).toMatchObject({
      afterHang: false,
      pending: { kind: 'ready' },
    });
  });

  it('is unresponsive until the code responds again', () => {
    expect(after(...shown, { type: 'silent' })).toMatchObject({ status: 'unresponsive' });
    expect(after(...shown, { type: 'silent' }, { type: 'responded' })).toMatchObject({ status: 'running' });
    expect(after(...shown, { type: 'responded' })).toEqual(after(...shown));
  });

  it('knows a page that may have hung before or after the newest document was given to a frame beside it', () => {
    const hung = { ...one, respondedAt: 1_000 };
    for (const [renderedAt, respondedAt, isHeld] of [
      [2_000, 0, true],
      [900, 0, false],
      [900, 950, true],
    ] as const) {
      const next = { ...two, renderedAt, respondedAt };
      const state = after(
        { type: 'document-queued', document: first },
        { type: 'frame-added', frame: hung },
        { type: 'frame-ready', frame: hung },
        { type: 'render-started', document: first },
        { type: 'painted', frame: hung },
        { type: 'frame-added', frame: next },
        { type: 'frame-ready', frame: next },
        { type: 'document-queued', document: second },
      );
      expect(isHeldUp(state, 600)).toBe(true);
      const given = transitionPreview(state, { type: 'render-started', document: second });
      expect(isHeldUp(given, 600)).toBe(isHeld);
      expect(isHeldUp(transitionPreview(given, { type: 'painted', frame: next }), 600)).toBe(false);
    }
    expect(isHeldUp(after(...rendering), 9_000)).toBe(false);
  });

  it('blames a page for its silence once it has responded without the page before it', () => {
    const silent = (times: { respondedAt: number; aloneSince: number }, silentFor: number) => {
      const next = { ...two, ...times };
      return isHeldUp(
        after(...rendering.map((event) => ('frame' in event ? { ...event, frame: next } : event)), {
          type: 'painted',
          frame: next,
        }),
        silentFor,
      );
    };
    expect(silent({ respondedAt: 1_000, aloneSince: 1_050 }, 1_600)).toBe(true);
    expect(silent({ respondedAt: 1_000, aloneSince: 1_050 }, 600)).toBe(false);
    expect(silent({ respondedAt: 1_100, aloneSince: 1_050 }, 1_600)).toBe(false);
    expect(silent({ respondedAt: 0, aloneSince: 0 }, 1_600)).toBe(false);
  });

  it('fails without a runner only where one is needed', () => {
    const failed = (of: RunnerFrame): PreviewEvent => ({ type: 'frame-failed', frame: of });
    expect(after({ type: 'frame-added', frame: one }, failed(one))).toMatchObject({ status: 'failed' });
    expect(after(...shown, { type: 'frame-added', frame: two }, failed(two))).toMatchObject({
      status: 'running',
      pending: { kind: 'none' },
    });
    expect(after(...nextWaits, failed(two))).toMatchObject({ status: 'failed', queued: second });
  });

  it('ignores what comes late', () => {
    const ended = after(...shown, { type: 'ended', status: 'crashed' });
    expect(transitionPreview(ended, { type: 'painted', frame: one })).toBe(ended);
    const destroyed = after(...shown, { type: 'destroyed' });
    expect(transitionPreview(destroyed, { type: 'document-queued', document: second })).toBe(destroyed);
    expect(after(...nextWaits, { type: 'painted', frame: frame('other') })).toEqual(after(...nextWaits));
  });
});
