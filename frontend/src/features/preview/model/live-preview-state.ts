import type { CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import type { ControllerStatus } from './frames/preview-state.ts';
import type { RunGuard } from './run-guard.ts';
import { isSameSource } from './same-source.ts';

/** `paused`: the code hung last time and waits for Run or a change. `foreign`: from another page, waits for Run. */
export type PreviewStatus = ControllerStatus | 'paused' | 'foreign';

/** A request to show a source. */
export interface PreviewRequest {
  source: Source;
  target: CompileTarget;
}

/** `idle`: no request yet. */
export type LivePreviewState =
  | { kind: 'idle' }
  /** These sources hung the last time; null until they are known. */
  | { kind: 'paused'; source: Source | null }
  /** Code from another page; changes do not start it. */
  | { kind: 'foreign' }
  /**
   * `rerun`: the user asked for a run that has not begun. `isScriptBroken`: the newest compiled script has an error, so
   * an older page is shown.
   */
  | { kind: 'showing'; request: PreviewRequest; rerun: boolean; isScriptBroken: boolean }
  | { kind: 'destroyed' };

export type LivePreviewEvent =
  /** `rerun`: the user asked for a run. */
  | { type: 'requested'; request: PreviewRequest; rerun: boolean }
  | { type: 'compiled'; isScriptBroken: boolean }
  | { type: 'shown' }
  | { type: 'destroyed' };

/** The state before the first request; depends on whether the project may run when it is opened. */
export function stateBefore(reason: ReturnType<RunGuard['reason']>): LivePreviewState {
  if (reason === 'hung') return { kind: 'paused', source: null };
  return { kind: reason ?? 'idle' };
}

/** The only place where the state of a live preview changes. */
export function transitionLivePreview(state: LivePreviewState, event: LivePreviewEvent): LivePreviewState {
  if (state.kind === 'destroyed' || event.type === 'destroyed') return { kind: 'destroyed' };
  if (event.type === 'compiled')
    return state.kind === 'showing' ? { ...state, isScriptBroken: event.isScriptBroken } : state;
  if (event.type === 'shown') return state.kind === 'showing' ? { ...state, rerun: false } : state;
  const { request, rerun } = event;
  if (state.kind === 'foreign' && !rerun) return state;
  if (state.kind === 'paused') {
    const source = state.source ?? request.source;
    if (!rerun && isSameSource(source, request.source)) return { kind: 'paused', source };
  }
  return { kind: 'showing', request, rerun: rerun || mustRun(state), isScriptBroken: isScriptBroken(state) };
}

/** Whether this request is already shown or pending. */
export function isRequested(state: LivePreviewState, { source, target }: PreviewRequest): boolean {
  if (state.kind !== 'showing') return false;
  const { request } = state;
  return isSameSource(request.source, source) && JSON.stringify(request.target) === JSON.stringify(target);
}

/** Whether the user asked for a run that has not begun: a newer request may have replaced the one that asked. */
export function mustRun(state: LivePreviewState): boolean {
  return state.kind === 'showing' && state.rerun;
}

export function isScriptBroken(state: LivePreviewState): boolean {
  return state.kind === 'showing' && state.isScriptBroken;
}
