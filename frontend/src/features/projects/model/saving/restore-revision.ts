import { revisionRoutes } from '@studio/contract/http/revisions';
import { missingFilesText, restoredText } from '../../revision-texts.ts';
import type { ProjectDependencies } from '../dependencies.ts';
import type { ChosenRevision, Outcome } from '../project-state.ts';
import type { Desk } from '../working-copy.ts';
import { isOwnSaved } from '../working-project.ts';
import { failures, successes } from './outcome-messages.ts';
import { ownershipFailures } from './ownership-failures.ts';
import type { Saver } from './project-saver.ts';
import { conflictIn } from './save-request.ts';

interface RestoreParts {
  desk: Desk;
  dependencies: ProjectDependencies;
  saver: Saver;
}

/** Brings the text of a revision back by a save of its own; unsaved text is saved before, so that it is a revision too (CONTRACT 2). */
export async function restoreRevision(parts: RestoreParts, revision: ChosenRevision): Promise<Outcome> {
  const { desk, saver } = parts;
  const state = desk.getState();
  const { id } = state.project;
  if (id === null || !isOwnSaved(state)) return failures.missingId;
  if (state.dirty) {
    const saved = await saver.save('manual');
    if (!saved.ok) return saved.pending ? ownershipFailures.restoreUnsaved : saved;
  }
  return saver.inTurn(async () =>
    desk.getState().opening === state.opening ? restore(parts, id, revision) : successes.quiet,
  );
}

async function restore(
  { desk, dependencies }: RestoreParts,
  id: string,
  { rev, changedAt, missingFiles }: ChosenRevision,
): Promise<Outcome> {
  const { opening, project } = desk.getState();
  // Without this tab's name: should the answer be lost, the event of the save still reaches this desk.
  const answer = await dependencies.call(revisionRoutes.restoreRevision, {
    params: { id, rev: String(rev) },
    headers: { 'if-match': `"${project.version}"` },
  });
  const isHere = desk.getState().opening === opening;
  if (answer.ok) {
    if (isHere) desk.meet(answer.data);
    const missing = missingFilesText(missingFiles);
    return successes.restored(`${restoredText(changedAt)}${missing && `. ${missing}`}`);
  }
  const current = conflictIn(answer.error);
  if (current && isHere && desk.meet(current) === 'conflict') return failures.conflict;
  return ownershipFailures.restore(answer.error);
}
