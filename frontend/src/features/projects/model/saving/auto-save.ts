import { durations } from '@studio/contract/durations';
import { isWorthAutoSaving } from '@studio/contract/limits';
import type { Time } from '@/lib/time.ts';
import { debounced } from '../debounced-edits.ts';
import { mayAutoSave, type ProjectDependencies, type ProjectState } from '../project-state.ts';
import { isCopy, isRejected } from './save-request.ts';

/** Saves once nothing has changed for two seconds (specification: Auto-save). */
export const createAutoSave = (time: Time, save: () => void) =>
  debounced(time, durations.autoSaveDelay, save);

/** Whether an automatic save may run (specification: Auto-save). A save that was sent already is always repeated. */
export function isAutoSaveDue(
  state: ProjectState,
  { user, autoSave }: Pick<ProjectDependencies, 'user' | 'autoSave'>,
): boolean {
  const { attempt, conflict } = state.save;
  if (conflict || state.userId !== user()?.id) return false;
  if (attempt) return !isCopy(attempt, state);
  if (isRejected(state)) return false;
  const isWorthSaving = state.project.id !== null || isWorthAutoSaving(state.typed);
  return autoSave() && state.dirty && mayAutoSave(state.lifecycle) && isWorthSaving;
}
