import type { Badge, ProjectState, SaveLabel } from './project-state.ts';
import { isOwn } from './working-project.ts';

type Shown = Pick<ProjectState, 'project' | 'userId' | 'dirty' | 'save'>;

/** The badge of the header (specification: Badge). A save in another tab is shown unless this tab has unsaved text. */
export function badge(state: Shown & Pick<ProjectState, 'savingElsewhere'>): Badge {
  if (state.save.kind === 'saving') return 'Saving...';
  if (!isOwn(state)) return 'Shared';
  if (state.dirty) return 'Unsaved';
  if (state.savingElsewhere) return 'Saving...';
  return state.project.id === null ? 'New Project' : 'Saved';
}

/** The label of the Save button (specification: Save button). */
export function saveLabel(state: Shown): SaveLabel {
  if (state.save.kind === 'saving') return 'Saving...';
  if (!isOwn(state)) return 'Save Copy';
  return state.dirty || state.project.id === null ? 'Save' : 'Saved';
}
