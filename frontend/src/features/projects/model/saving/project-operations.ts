import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { type Revision, revisionRoutes } from '@studio/contract/http/revisions';
import { linkRoutes } from '@studio/contract/links';
import type { Call, Result } from '@/lib/http-client.ts';
import * as texts from '../../operation-texts.ts';
import { missingFilesText, restoredText } from '../../revision-texts.ts';
import { failures, type Outcome, successes } from '../../toast-texts.ts';
import { removeDraft } from '../local-copies/remove-draft.ts';
import { removeCurrentProject } from '../local-copies/stored-project.ts';
import type { ProjectDependencies } from '../project-state.ts';
import { reattach } from '../remote/reattach.ts';
import { contentOf, currentContent, isOwn, isOwnSaved } from '../working-project.ts';
import type { OperationDependencies, RequestContext } from './operation-parts.ts';
import { isKnownHere, reconcile } from './reconcile.ts';
import { conflictingProject, isRetryable, publicationNotice } from './save-request.ts';

export { duplicate, fork } from './project-copies.ts';

/** A revision to restore. */
export type ChosenRevision = Pick<Revision, 'rev' | 'version' | 'changedAt' | 'missingFiles'>;

/** A project in the trash, as it was shown before. */
export type RemovedProject = Pick<Project, 'id' | 'isPublic' | 'isEmbeddable' | 'liveLinks'>;

type Right = { isPublic: boolean } | { isEmbeddable: boolean };

/** The response, or, where it was lost, the project if the server has made it what was wanted. */
async function storedProject(
  call: Call,
  id: string,
  response: Result<Project>,
  isWanted: (project: Project) => boolean,
): Promise<Result<Project>> {
  if (response.ok || !isRetryable(response.error)) return response;
  // Without for_embed the response is always a whole project (specification: HTTP).
  const present = (await call(projectRoutes.readProject, { params: { id } })) as Result<Project>;
  return present.ok && isWanted(present.data) ? present : response;
}

/** A separate PUT, queued with the saves; text and dirty flag do not change (specification: Visibility). */
function updateAccess(
  { workingCopy, dependencies, saver, removing }: OperationDependencies,
  { state: { userId, project }, opening }: RequestContext,
  right: Right,
  failed: typeof failures.save,
): Promise<Outcome> {
  return saver.enqueue(async () => {
    if (userId !== dependencies.user()?.id) return failures.notLoggedIn;
    const { call, clientId, user } = dependencies;
    const changed = await call(projectRoutes.updateProject, {
      params: { id: project.key },
      body: right,
      headers: { 'x-client-id': clientId },
    });
    const response = await storedProject(call, project.key, changed, (present) =>
      Object.entries(right).every(([name, wanted]) => present[name as keyof Project] === wanted),
    );
    if (!response.ok) {
      const isHere = workingCopy.getState().project.id === project.id && userId === user()?.id;
      if (response.error.code === 'not_found' && isHere && !removing.has(project.key))
        workingCopy.detach('unknown');
      if (response.error.code !== 'publish_limit') return failed(response.error);
      if (opening.stateAtEnd) return texts.unpublished(response.error.message);
      workingCopy.change({ notice: publicationNotice(response.error) });
      return texts.unpublished();
    }
    reconcile(workingCopy, response.data, project.version);
    const { stateAtEnd, latest } = opening;
    if (stateAtEnd) {
      const acknowledged = latest ? contentOf(latest) : stateAtEnd.acknowledged;
      // A queued save based on a text from elsewhere would overwrite it.
      if (isKnownHere({ ...stateAtEnd, acknowledged }, response.data)) opening.latest = response.data;
      return successes.quiet;
    }
    const { notice } = workingCopy.getState();
    // About the visibility before: it would come back with that, and keep other notices away until then.
    if ('isPublic' in right && (notice?.kind === 'visibility' || notice?.kind === 'publication'))
      workingCopy.change({ notice: null });
    if (Object.values(right).includes(true)) return sharing(response.data);
    if ('isEmbeddable' in right) return texts.embeddingOff;
    return project.liveLinks ? texts.isPrivateWithoutLinks : successes.quiet;
  });
}

/** The toast for new rights of others. */
function sharing({ isPublic, isEmbeddable }: Pick<Project, 'isPublic' | 'isEmbeddable'>): Outcome {
  return isPublic ? texts.isPublic(isEmbeddable) : texts.isEmbeddableOnly;
}

/** Makes a saved project public or private. */
export async function setVisibility(
  parts: OperationDependencies,
  context: RequestContext,
  isPublic: boolean,
): Promise<Outcome> {
  if (!isOwnSaved(context.state)) return texts.isForeign;
  if (!isPublic && !context.state.project.isPublic) return revokeLinks(parts, context);
  return updateAccess(parts, context, { isPublic }, failures.save);
}

/** Makes a project that is open by link private. */
function revokeLinks(
  { workingCopy, dependencies, saver }: OperationDependencies,
  { state, opening }: RequestContext,
): Promise<Outcome> {
  return saver.enqueue(async () => {
    if (state.userId !== dependencies.user()?.id) return failures.notLoggedIn;
    const { call } = dependencies;
    const { key } = state.project;
    const revoked = await call(linkRoutes.revokeLinks, { params: { id: key } });
    const hasNone = ({ liveLinks }: Project) => !liveLinks;
    const response = revoked.ok ? revoked : await storedProject(call, key, revoked, hasNone);
    if (!response.ok) return failures.save(response.error);
    const { project } = workingCopy.getState();
    if (project.id === state.project.id) workingCopy.change({ project: { ...project, liveLinks: 0 } });
    return opening.stateAtEnd ? successes.quiet : texts.isPrivateWithoutLinks;
  });
}

export async function setEmbedding(
  parts: OperationDependencies,
  context: RequestContext,
  isEmbeddable: boolean,
): Promise<Outcome> {
  if (!isOwn(context.state)) return texts.isForeign;
  if (!isOwnSaved(context.state)) return texts.embedUnsaved;
  return updateAccess(parts, context, { isEmbeddable }, texts.embedFailed);
}

/** Deletes a project; if it is open, a blank one replaces it. */
export async function remove(parts: OperationDependencies, id: string): Promise<Outcome> {
  const { workingCopy, dependencies, flushLocalCopies, removing } = parts;
  const userId = workingCopy.getState().userId ?? dependencies.user()?.id;
  removing.add(id);
  const response = await dependencies.call(projectRoutes.deleteProject, { params: { id } });
  const refused = response.ok || (await isGone(dependencies, id, userId)) ? null : response.error;
  removing.delete(id);
  if (refused) return texts.removeFailed(refused);
  const before = workingCopy.getState();
  if (before.project.id === id) {
    flushLocalCopies();
    workingCopy.replaceWithBlank(before.userId);
    removeCurrentProject(dependencies);
    parts.removed = { before, opening: workingCopy.getState().opening };
  }
  return texts.removed;
}

/**
 * Whether a project of this user is gone although its deletion failed: deleted elsewhere, or by a request without a
 * response.
 */
async function isGone(
  { call, user }: ProjectDependencies,
  id: string,
  userId: string | undefined,
): Promise<boolean> {
  const response = await call(projectRoutes.readProjectSummary, { params: { id } });
  // Another account, which has signed in meanwhile, does not find it either.
  return !response.ok && response.error.code === 'not_found' && userId === user()?.id;
}

/** Restores a project from the trash, and opens it in its former state if nothing was opened or typed since. */
export async function undoRemove(parts: OperationDependencies, project: RemovedProject): Promise<Outcome> {
  const { workingCopy, dependencies, removed, autoSaveSoon } = parts;
  const { call } = dependencies;
  const { id } = project;
  const back = await call(projectRoutes.restoreProject, { params: { id } });
  const response = await storedProject(call, id, back, () => true);
  if (!response.ok) return texts.restoreFailed(response.error);
  reattach(workingCopy, response.data);
  autoSaveSoon();
  const isHidden = isShown(project) && !isShown(response.data);
  const { opening, dirty, userId } = workingCopy.getState();
  if (removed?.before.project.id !== id || removed.opening !== opening || dirty)
    return isHidden ? texts.restoredAsPrivate : texts.restored;
  const { before } = removed;
  // Based on what its text was based on, so that a conflict with a save made elsewhere is shown again.
  workingCopy.open({ ...before.project, ...currentContent(before) }, before.acknowledged, userId);
  workingCopy.change({}, { type: 'restored', attempt: before.save.attempt });
  reconcile(workingCopy, response.data);
  removeDraft(dependencies, before);
  return isHidden ? texts.restoredAsPrivate : successes.quiet;
}

function isShown({ isPublic, isEmbeddable, liveLinks }: Omit<RemovedProject, 'id'>): boolean {
  return isPublic || isEmbeddable || Boolean(liveLinks);
}

type RestoreParts = Pick<OperationDependencies, 'workingCopy' | 'dependencies' | 'saver'>;

/** Restores a revision by a new save; unsaved text is saved first, as a revision (specification: Revisions). */
export async function restoreRevision(parts: RestoreParts, revision: ChosenRevision): Promise<Outcome> {
  const { workingCopy, saver } = parts;
  const state = workingCopy.getState();
  const { id } = state.project;
  if (id === null || !isOwnSaved(state)) return failures.missingId;
  if (state.dirty) {
    const saved = await saver.save('manual');
    if (!saved.ok) return saved.pending ? texts.restoreUnsaved : saved;
  }
  return saver.enqueue(async () =>
    workingCopy.getState().opening === state.opening ? restore(parts, id, revision) : successes.quiet,
  );
}

async function restore(
  { workingCopy, dependencies }: RestoreParts,
  id: string,
  { rev, version, changedAt, missingFiles }: ChosenRevision,
): Promise<Outcome> {
  const { opening, project } = workingCopy.getState();
  // Without this tab's client id, so that the event of the save reaches this tab even if the response is lost.
  const response = await dependencies.call(revisionRoutes.restoreRevision, {
    params: { id, rev: String(rev) },
    body: { version },
    headers: { 'if-match': `"${project.version}"` },
  });
  const isHere = workingCopy.getState().opening === opening;
  if (response.ok) {
    if (isHere) reconcile(workingCopy, response.data, project.version);
    const missing = missingFilesText(missingFiles);
    return texts.revisionRestored(`${restoredText(changedAt)}${missing && `. ${missing}`}`);
  }
  const current = conflictingProject(response.error);
  if (current && isHere && reconcile(workingCopy, current, project.version) === 'conflict')
    return failures.conflict;
  return texts.restoreFailed(response.error);
}
