import { failure, failures, type Outcome, successes } from '../../toast-texts.ts';
import { removeDraft } from '../local-copies/draft-storage.ts';
import { type ProjectDependencies, type ProjectSession } from '../project-state.ts';
import { contentOf, isOwnSaved, sameContent, workingProject } from '../working-project.ts';
import { newAttempt, sendAttempt } from './save-request.ts';

const leftBehind = failure(
  'Save failed',
  'You left the project before its newest text was saved. It is kept in this browser and offered again.',
);

/** Saves the text of a project that was left before its queued save ran; if that is not possible, its draft stays. */
export async function saveAfterNavigation(
  dependencies: ProjectDependencies,
  { closedState, latest }: ProjectSession,
  asCopy: boolean,
): Promise<Outcome> {
  if (closedState === null || closedState.userId !== dependencies.user()?.id) return failures.notLoggedIn;
  // It is unknown whether the previous save arrived: another one could create a second project, or a conflict.
  if (closedState.save.attempt && !latest) return leftBehind;
  const state = latest
    ? {
        ...closedState,
        project: { ...workingProject(latest), ...contentOf(closedState.project) },
        acknowledged: contentOf(latest),
      }
    : closedState;
  const attempt = newAttempt(state, 'manual', asCopy);
  const isHeld = isOwnSaved(state) && sameContent(attempt.content, state.acknowledged);
  if (asCopy || !isHeld) {
    const signal = new AbortController().signal;
    const answer = await sendAttempt(dependencies, state, attempt, { signal, leaving: false });
    if (!answer.ok) return leftBehind;
  }
  removeDraft(dependencies, closedState);
  return successes.saved;
}
