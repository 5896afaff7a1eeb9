import type { ProjectDependencies, ProjectOpening, ProjectState } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import type { ProjectSaver } from './project-saver.ts';

/** The dependencies of operations other than saving text: fork, visibility, embedding, deletion. */
export interface OperationDependencies {
  workingCopy: WorkingCopy;
  dependencies: ProjectDependencies;
  saver: ProjectSaver;
  /** Writes the local copies now. */
  flushLocalCopies(): void;
  autoSaveSoon(): void;
  /** The projects that this tab is deleting. */
  removing: Set<string>;
  /** The state when the open project was deleted, and the opening that replaced it. */
  removed: { before: ProjectState; opening: number } | null;
}

/** The state at the moment of the call. */
export interface RequestContext {
  state: ProjectState;
  opening: ProjectOpening;
}
