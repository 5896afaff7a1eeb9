import type { CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import type { ControllerStatus } from './frames/preview-state.ts';
import type { HangMark } from './hang-mark.ts';
import { isSameSource } from './same-source.ts';

/** `paused`: the code hung the last time and waits for somebody to run or change it. `foreign`: it came from another page and waits for Run. */
export type PreviewStatus = ControllerStatus | 'paused' | 'foreign';

/** What the preview was asked to show. */
export interface PreviewRequest {
  source: Source;
  target: CompileTarget;
}

/** `idle`: nothing was asked for yet. */
export type LivePreviewState =
  | { kind: 'idle' }
  /** These sources hung the last time; null until they are known. */
  | { kind: 'paused'; source: Source | null }
  /** Code from another page, which changes do not start. */
  | { kind: 'foreign' }
  /** `isScriptBroken`: the newest script that was compiled has an error, so that an older page is on show. */
  | { kind: 'showing'; request: PreviewRequest; isScriptBroken: boolean }
  | { kind: 'destroyed' };

export type LivePreviewEvent =
  /** `rerun`: somebody wants it to run in any case. */
  | { type: 'requested'; request: PreviewRequest; rerun: boolean }
  | { type: 'compiled'; isScriptBroken: boolean }
  | { type: 'destroyed' };

/** Before anything is asked for, in a project that is not run just because it is opened, or in any other. */
export function stateBefore(reason: ReturnType<HangMark['reason']>): LivePreviewState {
  if (reason === 'hung') return { kind: 'paused', source: null };
  return { kind: reason ?? 'idle' };
}

/** The only place where the state of a live preview changes. */
export function transition(state: LivePreviewState, event: LivePreviewEvent): LivePreviewState {
  if (state.kind === 'destroyed' || event.type === 'destroyed') return { kind: 'destroyed' };
  if (event.type === 'compiled')
    return state.kind === 'showing' ? { ...state, isScriptBroken: event.isScriptBroken } : state;
  const { request, rerun } = event;
  if (state.kind === 'foreign' && !rerun) return state;
  if (state.kind === 'paused') {
    const source = state.source ?? request.source;
    if (!rerun && isSameSource(source, request.source)) return { kind: 'paused', source };
  }
  return { kind: 'showing', request, isScriptBroken: isScriptBroken(state) };
}

/** Whether it shows, or has been asked for, just this. */
export function isRequested(state: LivePreviewState, { source, target }: PreviewRequest): boolean {
  if (state.kind !== 'showing') return false;
  const { request } = state;
  return isSameSource(request.source, source) && JSON.stringify(request.target) === JSON.stringify(target);
}

export function isScriptBroken(state: LivePreviewState): boolean {
  return state.kind === 'showing' && state.isScriptBroken;
}
