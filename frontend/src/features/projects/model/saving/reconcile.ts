import type { Project } from '@studio/contract/http/projects';
import type { ProjectState } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { contentOf, currentContent, sameContent } from '../working-project.ts';

/** The result: nothing new, the server's text was accepted, or it conflicts with unsaved text. */
type Reconciliation = 'same' | 'accepted' | 'conflict';

/** The server's last version that is known here: of the working copy, or of the project in conflict with it. */
export function knownVersion({ project, save: { conflict } }: ProjectState): number {
  return conflict?.version ?? project.version;
}

/**
 * Reconciles the working copy with the server's project, after a save that met another version or a change made
 * elsewhere. No text is lost. Null: it is another project. `asked`: the version that was known here when the server was
 * asked. A response with a lower one is not late: the server was restored from a backup.
 */
export function reconcile(workingCopy: WorkingCopy, theirs: Project, asked = 0): Reconciliation | null {
  const state = workingCopy.getState();
  if (state.project.id !== theirs.id) return null;
  const isSetBack = theirs.version < asked;
  // A stale response.
  if (!isSetBack && theirs.version < knownVersion(state)) return 'same';
  if (isKnownHere(state, theirs)) {
    if (wasSent(state, theirs)) workingCopy.change({}, { type: 'arrived' });
    workingCopy.rebaseOnto(theirs);
    return 'same';
  }
  // Nobody else may have what was acknowledged before the server was set back.
  if (isSetBack || !sameContent(currentContent(state), state.acknowledged)) {
    const { isPublic, isEmbeddable } = theirs;
    workingCopy.change(
      { project: { ...state.project, isPublic, isEmbeddable } },
      { type: 'conflicted', conflict: theirs },
    );
    return 'conflict';
  }
  workingCopy.acceptRemote(theirs);
  return 'accepted';
}

/** Ends a conflict: keeps the local text, based on the server's version, or replaces it by the server's. */
export function endConflict(workingCopy: WorkingCopy, choice: 'mine' | 'theirs'): void {
  const { attempt, conflict } = workingCopy.getState().save;
  if (!conflict) return;
  if (choice === 'theirs') return workingCopy.acceptRemote(conflict);
  // A copy that was tried before is no longer wanted; its attempt would be sent in place of this text.
  if (attempt?.creates) workingCopy.change({}, { type: 'refused' });
  workingCopy.rebaseOnto(conflict);
}

/** True if the server's text is known here: the acknowledged text, one sent since, or the present one. */
export function isKnownHere(state: ProjectState, theirs: Project): boolean {
  const storedContent = contentOf(theirs);
  return (
    sameContent(storedContent, state.acknowledged) ||
    sameContent(storedContent, currentContent(state)) ||
    (state.save.attempt?.creates === false && wasSent(state, theirs))
  );
}

/** Whether the server's text is one that was sent without a response. */
function wasSent({ save: { attempt } }: ProjectState, theirs: Project): boolean {
  const storedContent = contentOf(theirs);
  return [attempt?.content, attempt?.replacement].some((sent) => sent && sameContent(storedContent, sent));
}
