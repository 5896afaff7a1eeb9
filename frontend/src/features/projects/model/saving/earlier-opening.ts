import type { Project } from '@studio/contract/http/projects';
import { failures, type Outcome } from '../../toast-texts.ts';
import { removeDraft } from '../local-copies/draft-storage.ts';
import type { ProjectDependencies, ProjectOpening, ProjectState, SaveAttempt } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { currentContent, sameContent } from '../working-project.ts';
import { reconcile } from './reconcile.ts';

const fetched = () => import('./save-after-navigation.ts');

/** Another project was opened before a requested save ran: saves the text as it was then. */
export function saveEarlierOpening(
  dependencies: ProjectDependencies,
  opening: ProjectOpening,
  asCopy: boolean,
): Promise<Outcome> {
  return fetched().then(
    ({ saveAfterNavigation }) => saveAfterNavigation(dependencies, opening, asCopy),
    () => failures.unfetched,
  );
}

/**
 * The answer came after another project was opened: deletes the draft. Text typed during a first save becomes a draft
 * of the project that it created. The project may be open again.
 */
export function settleEarlierOpening(
  workingCopy: WorkingCopy,
  dependencies: ProjectDependencies,
  stateAtEnd: ProjectState,
  attempt: SaveAttempt,
  saved: Project,
): void {
  if (sameContent(currentContent(stateAtEnd), attempt.content)) removeDraft(dependencies, stateAtEnd);
  else if (attempt.creates && stateAtEnd.project.id === null)
    void fetched().then(
      ({ assignDraft }) => assignDraft(dependencies, stateAtEnd, saved),
      () => undefined,
    );
  if (saved.version > workingCopy.getState().project.version) reconcile(workingCopy, saved);
}
