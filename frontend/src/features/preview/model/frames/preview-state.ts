import type { BuiltDocument } from '@studio/engine/build-document';
import type { RunnerFrame } from './runner-frame.ts';

/**
 * `unresponsive`: code hangs. `stopped` and `crashed`: nothing runs until the next document.
 * `failed`: no runner can be loaded.
 */
export type ControllerStatus = LiveState['status'] | EndedState['status'];

/** The visible frame. */
interface ActivePage {
  frame: RunnerFrame;
  document: BuiltDocument;
}

/** The frame underneath, for the next document. */
type PendingFrame =
  | { kind: 'none' }
  | { kind: 'loading'; frame: RunnerFrame }
  | { kind: 'ready'; frame: RunnerFrame }
  | { kind: 'rendering'; frame: RunnerFrame; document: BuiltDocument };

export interface LiveState {
  kind: 'live';
  status: 'starting' | 'running' | 'unresponsive' | 'failed';
  active: ActivePage | null;
  pending: PendingFrame;
  /** The frames for documents after the pending frame's, in their order. */
  spares: readonly RunnerFrame[];
  /** The newest document, until the pending frame is ready for it. */
  queued: BuiltDocument | null;
  /** The previous page hung: its process may still be busy when the next frame loads. */
  afterHang: boolean;
}

interface EndedState {
  kind: 'ended';
  status: 'stopped' | 'crashed';
  afterHang: boolean;
}

export type PreviewState = LiveState | EndedState | { kind: 'destroyed' };

export type PreviewEvent =
  | { type: 'document-queued'; document: BuiltDocument }
  /** The newest page now has the styles of `document`, whose code is the same. */
  | { type: 'adapted'; document: BuiltDocument }
  | { type: 'frame-added'; frame: RunnerFrame }
  /** The runner of a frame did not load, and another frame replaces it. */
  | { type: 'frame-replaced'; frame: RunnerFrame; by: RunnerFrame }
  | { type: 'frame-ready'; frame: RunnerFrame }
  | { type: 'frame-failed'; frame: RunnerFrame }
  | { type: 'render-started'; document: BuiltDocument }
  | { type: 'painted'; frame: RunnerFrame }
  /** The running code does not respond, or responds again. */
  | { type: 'silent' }
  | { type: 'responded' }
  /** The waiting frames were removed. */
  | { type: 'moved' }
  /** All frames were removed; the newest document is shown again. */
  | { type: 'restarted' }
  | { type: 'ended'; status: EndedState['status'] }
  | { type: 'destroyed' };

export const initialState: LiveState = {
  kind: 'live',
  status: 'starting',
  active: null,
  pending: { kind: 'none' },
  spares: [],
  queued: null,
  afterHang: false,
};

/** The only place where the state of a preview changes. Events that do not apply to a state leave it unchanged. */
export function transitionPreview(state: PreviewState, event: PreviewEvent): PreviewState {
  if (state.kind === 'destroyed') return state;
  if (event.type === 'destroyed') return { kind: 'destroyed' };
  if (event.type === 'ended') return { kind: 'ended', status: event.status, afterHang: hangs(state) };
  if (event.type === 'document-queued') return queue(state, event.document);
  return state.kind === 'live' ? transitionLive(state, event) : state;
}

function queue(state: LiveState | EndedState, queued: BuiltDocument): LiveState {
  if (state.kind === 'ended') return { ...initialState, queued, afterHang: state.afterHang };
  return { ...state, queued, status: state.status === 'failed' ? 'starting' : state.status };
}

type LiveEvent = Exclude<PreviewEvent, { type: 'ended' | 'destroyed' | 'document-queued' }>;

function transitionLive(state: LiveState, event: LiveEvent): LiveState {
  const { active, pending } = state;
  switch (event.type) {
    case 'adapted':
      return pending.kind === 'rendering'
        ? { ...state, pending: { ...pending, document: event.document } }
        : { ...state, active: active && { ...active, document: event.document } };
    case 'frame-added':
      return pending.kind === 'none'
        ? { ...state, pending: { kind: 'loading', frame: event.frame } }
        : { ...state, spares: [...state.spares, event.frame] };
    case 'frame-replaced':
      if (state.spares.includes(event.frame))
        return { ...state, spares: state.spares.map((spare) => (spare === event.frame ? event.by : spare)) };
      return isPending(state, event.frame)
        ? { ...state, pending: { kind: 'loading', frame: event.by } }
        : state;
    case 'frame-ready':
      return pending.kind === 'loading' && pending.frame === event.frame
        ? { ...state, afterHang: false, pending: { kind: 'ready', frame: pending.frame } }
        : state;
    case 'frame-failed':
      return fail(state, event.frame);
    case 'render-started':
      return pending.kind === 'ready'
        ? {
            ...state,
            queued: null,
            pending: { kind: 'rendering', frame: pending.frame, document: event.document },
          }
        : state;
    case 'painted':
      return paint(state, event.frame);
    case 'silent':
      return { ...state, status: 'unresponsive' };
    case 'responded':
      return hangs(state) ? { ...state, status: 'running' } : state;
    case 'moved':
      return { ...state, pending: pending.kind === 'rendering' ? pending : { kind: 'none' }, spares: [] };
    case 'restarted':
      return { ...initialState, queued: newestDocument(state), afterHang: hangs(state) };
  }
}

function paint(state: LiveState, frame: RunnerFrame): LiveState {
  const { pending } = state;
  if (pending.kind !== 'rendering' || pending.frame !== frame) return state;
  return { ...promoteSpare(state), status: 'running', active: { frame, document: pending.document } };
}

function fail(state: LiveState, frame: RunnerFrame): LiveState {
  if (!isPending(state, frame)) return { ...state, spares: state.spares.filter((spare) => spare !== frame) };
  const next = promoteSpare(state);
  return next.pending.kind === 'none' && needsFrame(state) ? { ...next, status: 'failed' } : next;
}

/** The first spare frame becomes the pending one. */
function promoteSpare(state: LiveState): LiveState {
  const [frame, ...spares] = state.spares;
  const pending: PendingFrame = frame
    ? { kind: frame.isReady ? 'ready' : 'loading', frame }
    : { kind: 'none' };
  return { ...state, pending, spares };
}

function hangs({ status }: LiveState | EndedState): boolean {
  return status === 'unresponsive';
}

/** True if a runner has to load to show anything, or anything newer. */
function needsFrame({ active, queued }: LiveState): boolean {
  return active === null || queued !== null;
}

export function isPending(state: PreviewState, frame: RunnerFrame): boolean {
  return state.kind === 'live' && state.pending.kind !== 'none' && state.pending.frame === frame;
}

/** A page that was busy for less time (ms) from the moment it was shown is not run again. */
const maxStartMs = 1_500;

/**
 * True if the hanging code may be the previous page's and delays a newer document in the same queue or process. Once
 * the old page is removed, the new one is the cause if it has responded since then; before, if only the old one has.
 */
export function isHeldUp(state: PreviewState, silentFor: number): boolean {
  if (state.kind !== 'live') return false;
  const { active, pending, queued } = state;
  if (queued) return true;
  if (!active) return false;
  if (pending.kind !== 'rendering')
    return silentFor > maxStartMs && active.frame.respondedAt < active.frame.aloneSince;
  const { renderedAt, respondedAt } = pending.frame;
  return active.frame.respondedAt < renderedAt || respondedAt >= renderedAt;
}

/** The newest document: queued, being rendered, or shown. */
export function newestDocument(state: PreviewState): BuiltDocument | null {
  if (state.kind !== 'live') return null;
  const { active, pending, queued } = state;
  return queued ?? (pending.kind === 'rendering' ? pending.document : (active?.document ?? null));
}

/** The frame whose code is running. */
export function runningFrame(state: PreviewState): RunnerFrame | null {
  if (state.kind !== 'live') return null;
  return state.pending.kind === 'rendering' ? state.pending.frame : (state.active?.frame ?? null);
}

/** The frames that have no document yet. */
export function waitingFrames(state: PreviewState): RunnerFrame[] {
  if (state.kind !== 'live') return [];
  const { pending, spares } = state;
  const isWaiting = pending.kind === 'loading' || pending.kind === 'ready';
  return [...(isWaiting ? [pending.frame] : []), ...spares];
}

/** Whether runners load from this origin: one has, and its process responds. */
export function responds(state: PreviewState, origin: string): boolean {
  const frames = state.kind === 'live' && !hangs(state) ? framesOf(state) : [];
  return frames.some((frame) => frame.isReady && frame.origin === origin);
}

export function framesOf(state: PreviewState): RunnerFrame[] {
  if (state.kind !== 'live') return [];
  const { active, pending, spares } = state;
  return [active?.frame, pending.kind === 'none' ? undefined : pending.frame, ...spares].filter(
    (frame) => frame !== undefined,
  );
}
