import type { ControllerStatus } from './frames/preview-state.ts';

/** `paused`: the code hung the last time and waits for somebody to run or change it. */
export type PreviewStatus = ControllerStatus | 'paused';

/** True in those states in which no project can be seen. */
export function hasNothingToShow(status: PreviewStatus): boolean {
  return !['starting', 'running', 'unresponsive'].includes(status);
}
