import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { type Revision, revisionRoutes } from '@studio/contract/http/revisions';
import { linkRoutes } from '@studio/contract/links';
import { copyForeignMark } from '@/lib/foreign-code.ts';
import type { ApiError } from '@/lib/http-client.ts';
import * as texts from '../../operation-texts.ts';
import { missingFilesText, restoredText } from '../../revision-texts.ts';
import { failures, type Outcome, successes } from '../../toast-texts.ts';
import { createOnce } from '../create-once.ts';
import { removeDraft } from '../local-copies/remove-draft.ts';
import { removeCurrentProject } from '../local-copies/stored-project.ts';
import type { ProjectDependencies, ProjectOpening, ProjectState } from '../project-state.ts';
import { reattach } from '../remote/reattach.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { contentOf, currentContent, isOwn, isOwnSaved, workingProject } from '../working-project.ts';
import type { ProjectSaver } from './project-saver.ts';
import { isKnownHere, reconcile } from './reconcile.ts';
import { conflictingProject, publicationNotice } from './save-request.ts';

/** A revision to restore. */
export type ChosenRevision = Pick<Revision, 'rev' | 'version' | 'changedAt' | 'missingFiles'>;

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

/** A project in the trash, as it was shown before. */
export type RemovedProject = Pick<Project, 'id' | 'isPublic' | 'isEmbeddable' | 'liveLinks'>;

/** The state at the moment of the call. */
export interface RequestContext {
  state: ProjectState;
  opening: ProjectOpening;
}

/** A separate PUT, queued with the saves; text and dirty flag do not change (specification: Visibility). */
function updateAccess(
  { workingCopy, dependencies, saver }: OperationDependencies,
  { state: { userId, project }, opening }: RequestContext,
  right: { isPublic: boolean } | { isEmbeddable: boolean },
  failed: typeof failures.save,
): Promise<Outcome> {
  return saver.enqueue(async () => {
    if (userId !== dependencies.user()?.id) return failures.notLoggedIn;
    const response = await dependencies.call(projectRoutes.updateProject, {
      params: { id: project.key },
      body: right,
      headers: { 'x-client-id': dependencies.clientId },
    });
    if (!response.ok) {
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
    const response = await dependencies.call(linkRoutes.revokeLinks, { params: { id: state.project.key } });
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

/** Opens a fork of the project. */
export async function fork(parts: OperationDependencies, context: RequestContext): Promise<Outcome> {
  const { id, isPublic } = context.state.project;
  if (id === null) return texts.forkUnsaved;
  if (!isPublic) return texts.forkPrivate;
  return putCopy(parts, context, {
    route: projectRoutes.forkProject,
    left: texts.forkLeft,
    failed: texts.forkFailed,
    made: texts.forked,
    hasOwnTitle: false,
  });
}

/** Opens a copy of one's own project, public or not. */
export async function duplicate(parts: OperationDependencies, context: RequestContext): Promise<Outcome> {
  const { id } = context.state.project;
  if (id === null || !isOwnSaved(context.state)) return texts.duplicateUnsaved;
  return putCopy(parts, context, {
    route: projectRoutes.duplicateProject,
    left: texts.duplicateLeft,
    failed: texts.duplicateFailed,
    made: texts.duplicated,
    hasOwnTitle: true,
  });
}

/** A fork or a duplicate. `hasOwnTitle`: the copy keeps its title, whatever was typed as the title. */
interface CopyKind {
  route: typeof projectRoutes.forkProject | typeof projectRoutes.duplicateProject;
  left: Outcome;
  failed: (error: ApiError) => Outcome;
  made: Outcome;
  hasOwnTitle: boolean;
}

/** Copies in progress: a second request during one gets its result. */
const copies = new WeakMap<ProjectOpening, Promise<Outcome>>();
/** Make the copies of an opening, each once although a response may be lost. */
const makers = new WeakMap<ProjectOpening, ReturnType<typeof createOnce<Project>>>();

/** Copies the project on the server, queued with the saves, and opens the copy. */
function putCopy(
  { workingCopy, dependencies, saver, flushLocalCopies, autoSaveSoon }: OperationDependencies,
  { state: requested, opening }: RequestContext,
  { route, hasOwnTitle, ...outcomes }: CopyKind,
): Promise<Outcome> {
  const running = copies.get(opening);
  if (running) return running;
  const make = makers.get(opening) ?? createOnce<Project>();
  makers.set(opening, make);
  const made = saver.enqueue(async () => {
    if (opening.stateAtEnd) return outcomes.left;
    // Of a newer version, it is another copy.
    const { version } = workingCopy.getState().project;
    const response = await make(`${route.path} ${version}`, (headers) =>
      dependencies.call(route, { params: { id: requested.project.key }, headers }),
    );
    if (!response.ok) return outcomes.failed(response.error);
    copyForeignMark(dependencies.localStorage, requested.project.key, response.data.id);
    // The user has left the project, or is about to.
    if (opening.stateAtEnd || workingCopy.getState().loading) return outcomes.made;
    flushLocalCopies();
    const state = workingCopy.getState();
    const held = contentOf(response.data);
    const content = currentContent(state);
    // Unsaved text is moved to the copy, still unsaved; a duplicate keeps its new title.
    const unsaved = hasOwnTitle ? { ...content, title: held.title } : content;
    const text = state.dirty ? unsaved : held;
    workingCopy.open({ ...workingProject(response.data), ...text }, held, state.userId);
    flushLocalCopies();
    // The copy has the text now; only a title typed for the project itself stays with it.
    if (!hasOwnTitle || content.title === state.acknowledged?.title) removeDraft(dependencies, state);
    autoSaveSoon();
    return outcomes.made;
  });
  copies.set(opening, made);
  return made.finally(() => copies.delete(opening));
}

/** Deletes a project; if it is open, a blank one replaces it. */
export async function remove(parts: OperationDependencies, id: string): Promise<Outcome> {
  const { workingCopy, dependencies, flushLocalCopies, removing } = parts;
  removing.add(id);
  const response = await dependencies.call(projectRoutes.deleteProject, { params: { id } });
  const refused = response.ok || (await isGone(parts, id, response.error)) ? null : response.error;
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

/** Whether a project is gone although its deletion failed: deleted elsewhere, or by a request without a response. */
async function isGone(
  { workingCopy, dependencies: { call, user } }: OperationDependencies,
  id: string,
  { code }: ApiError,
): Promise<boolean> {
  const { project, userId } = workingCopy.getState();
  if (project.id !== id) return code === 'not_found';
  const response = await call(projectRoutes.readProject, { params: { id } });
  // Another account, which has signed in meanwhile, does not find it either.
  return !response.ok && response.error.code === 'not_found' && userId === user()?.id;
}

/** Restores a project from the trash, and opens it in its former state if nothing was opened or typed since. */
export async function undoRemove(parts: OperationDependencies, project: RemovedProject): Promise<Outcome> {
  const { workingCopy, dependencies, removed, autoSaveSoon } = parts;
  const response = await dependencies.call(projectRoutes.restoreProject, { params: { id: project.id } });
  if (!response.ok) return texts.restoreFailed(response.error);
  reattach(workingCopy, response.data);
  const isHidden = isShown(project) && !isShown(response.data);
  const { opening, dirty, userId } = workingCopy.getState();
  if (removed?.before.project.id !== project.id || removed.opening !== opening || dirty)
    return isHidden ? texts.restoredAsPrivate : texts.restored;
  const { before } = removed;
  // Based on what its text was based on, so that a conflict with a save made elsewhere is shown again.
  workingCopy.open({ ...before.project, ...currentContent(before) }, before.acknowledged, userId);
  workingCopy.change({}, { type: 'restored', attempt: before.save.attempt });
  reconcile(workingCopy, response.data);
  removeDraft(dependencies, before);
  autoSaveSoon();
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
