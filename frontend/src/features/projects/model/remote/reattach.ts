import type { Project } from '@studio/contract/http/projects';
import { reconcile } from '../saving/reconcile.ts';
import type { WorkingCopy } from '../working-copy.ts';

/**
 * The user's removed project is back from the trash: the window that has its text continues with it (ADR 37). What was
 * typed since is an edit of it, unless it has been sent as a new project.
 */
export function reattach(workingCopy: WorkingCopy, theirs: Project): void {
  const { project, save, notice } = workingCopy.getState();
  const { id, userId } = theirs;
  if (project.formerId !== id || save.attempt) return;
  workingCopy.change({
    project: { ...project, id, key: id, userId, formerId: undefined },
    notice: notice?.kind === 'removed' ? null : notice,
  });
  reconcile(workingCopy, theirs);
}
