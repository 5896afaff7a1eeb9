import { revisionRoutes } from '@studio/contract/http/revisions';
import { missingFilesText, restoredText } from '../../revision-texts.ts';
import type { ProjectDependencies } from '../dependencies.ts';
import type { ChosenRevision, Outcome } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { isOwnSaved } from '../working-project.ts';
import { failures, successes } from './outcome-messages.ts';
import { ownershipFailures } from './ownership-failures.ts';
import type { ProjectSaver } from './project-saver.ts';
import { conflictingProject } from './save-request.ts';

interface RestoreParts {
  workingCopy: WorkingCopy;
  dependencies: ProjectDependencies;
  saver: ProjectSaver;
}

/** Brings the text of a revision back by a save of its own; unsaved text is saved before, so that it is a revision too (CONTRACT 2). */
export async function restoreRevision(parts: RestoreParts, revision: ChosenRevision): Promise<Outcome> {
  const { workingCopy, saver } = parts;
  const state = workingCopy.getState();
  const { id } = state.project;
  if (id === null || !isOwnSaved(state)) return failures.missingId;
  if (state.dirty) {
    const saved = await saver.save('manual');
    if (!saved.ok) return saved.pending ? ownershipFailures.restoreUnsaved : saved;
  }
  return saver.enqueue(async () =>
    workingCopy.getState().opening === state.opening ? restore(parts, id, revision) : successes.quiet,
  );
}

async function restore(
  { workingCopy, dependencies }: RestoreParts,
  id: string,
  { rev, changedAt, missingFiles }: ChosenRevision,
): Promise<Outcome> {
  const { opening, project } = workingCopy.getState();
  // Without this tab's name: should the answer be lost, the event of the save still reaches this desk.
  const answer = await dependencies.call(revisionRoutes.restoreRevision, {
    params: { id, rev: String(rev) },
    headers: { 'if-match': `"${project.version}"` },
  });
  const isHere = workingCopy.getState().opening === opening;
  if (answer.ok) {
    if (isHere) workingCopy.reconcile(answer.data);
    const missing = missingFilesText(missingFiles);
    return successes.restored(`${restoredText(changedAt)}${missing && `. ${missing}`}`);
  }
  const current = conflictingProject(answer.error);
  if (current && isHere && workingCopy.reconcile(current) === 'conflict') return failures.conflict;
  return ownershipFailures.restore(answer.error);
}
