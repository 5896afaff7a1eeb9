import type { NewProject } from '@studio/contract/new-project';
import type { ProjectStore } from './project-store.ts';
import { blankProject, contentOf } from './working-project.ts';

/**
 * Opens a new project with this key. It counts as unchanged: only an edit, or Save, sends it to the server. From then on
 * all of it is unsaved text, which an undone edit does not make saved. Unsaved text of the present project stays as a
 * draft.
 */
export function openUnsaved({ actions, remoteParts }: ProjectStore, key: string, project: NewProject): void {
  actions.startBlank();
  const { workingCopy } = remoteParts;
  const opened = { ...blankProject(), ...project, key };
  workingCopy.open(opened, contentOf(opened), workingCopy.getState().userId);
  const { opening } = workingCopy.getState();
  const stop = workingCopy.subscribe((state) => {
    const isHere = state.opening === opening;
    if (isHere && !state.dirty) return;
    stop();
    if (isHere) workingCopy.change({ acknowledged: contentOf(blankProject()) });
  });
}
