import type { Project } from '@studio/contract/http/projects';
import { failures, type Outcome } from '../../toast-texts.ts';
import type { ProjectDependencies, ProjectOpening, ProjectState, SaveAttempt } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';

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

/** The response to a save came after another project was opened. If what settles it is not there, the draft stays. */
export function settleEarlierOpening(
  workingCopy: WorkingCopy,
  dependencies: ProjectDependencies,
  stateAtEnd: ProjectState,
  attempt: SaveAttempt,
  saved: Project,
): void {
  void fetched().then(
    ({ settleAfterNavigation }) =>
      settleAfterNavigation(workingCopy, dependencies, stateAtEnd, attempt, saved),
    () => undefined,
  );
}
