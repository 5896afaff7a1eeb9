import type { Project } from '@studio/contract/http/projects';
import * as texts from '../../operation-texts.ts';
import { failures, type Outcome, successes } from '../../toast-texts.ts';
import { writerOf } from '../local-copies/draft-storage.ts';
import { draftOf } from '../local-copies/local-copies.ts';
import { removeDraft } from '../local-copies/remove-draft.ts';
import type { ProjectDependencies, ProjectOpening, ProjectState, SaveAttempt } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { contentOf, currentContent, isOwnSaved, sameContent, workingProject } from '../working-project.ts';
import { reconcile } from './reconcile.ts';
import { newAttempt, sendAttempt } from './save-request.ts';

/** Saves the text of a project that was left before its queued save ran; if that is not possible, its draft stays. */
export async function saveAfterNavigation(
  dependencies: ProjectDependencies,
  { stateAtEnd, latest }: ProjectOpening,
  asCopy: boolean,
): Promise<Outcome> {
  if (stateAtEnd === null || stateAtEnd.userId !== dependencies.user()?.id) return failures.notLoggedIn;
  // It is unknown whether the previous save arrived: another one could create a second project, or a conflict.
  if (stateAtEnd.save.attempt && !latest) return texts.leftUnsaved;
  const state = latest
    ? {
        ...stateAtEnd,
        project: { ...workingProject(latest), ...contentOf(stateAtEnd.project) },
        acknowledged: contentOf(latest),
      }
    : stateAtEnd;
  const attempt = newAttempt(state, 'manual', asCopy);
  const isHeld = isOwnSaved(state) && sameContent(attempt.content, state.acknowledged);
  if (asCopy || !isHeld) {
    const signal = new AbortController().signal;
    const response = await sendAttempt(dependencies, state, attempt, { signal, leaving: false });
    if (!response.ok) return texts.leftUnsaved;
  }
  removeDraft(dependencies, stateAtEnd);
  // Where a first save that was answered meanwhile has put it.
  if (latest) removeDraft(dependencies, state);
  return successes.saved;
}

/**
 * Deletes the draft of a text whose save was answered after another project was opened. Text typed during a first save
 * becomes a draft of the project that it created. The project may be open again.
 */
export function settleAfterNavigation(
  workingCopy: WorkingCopy,
  dependencies: ProjectDependencies,
  stateAtEnd: ProjectState,
  attempt: SaveAttempt,
  saved: Project,
): void {
  if (sameContent(currentContent(stateAtEnd), attempt.content)) removeDraft(dependencies, stateAtEnd);
  else if (attempt.creates && stateAtEnd.project.id === null) assignDraft(dependencies, stateAtEnd, saved);
  if (saved.version > workingCopy.getState().project.version) reconcile(workingCopy, saved);
}

/** Makes the draft of a new project one of the project that its first save has created since. */
function assignDraft(dependencies: ProjectDependencies, stateAtEnd: ProjectState, created: Project): void {
  const { drafts, clientId, time } = dependencies;
  const { userId, project } = stateAtEnd;
  if (userId === null) return;
  const state = { ...stateAtEnd, project: { ...workingProject(created), ...contentOf(project) } };
  const name = { userId, projectKey: created.id, writer: writerOf(state, clientId) };
  void drafts.put(draftOf(state, name, time.now()));
  removeDraft(dependencies, stateAtEnd);
}
