import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { copyForeignMark } from '@/lib/foreign-code.ts';
import type { ApiError } from '@/lib/http-client.ts';
import * as texts from '../../operation-texts.ts';
import type { Outcome } from '../../toast-texts.ts';
import { createOnce } from '../create-once.ts';
import { removeDraft } from '../local-copies/remove-draft.ts';
import type { ProjectOpening } from '../project-state.ts';
import { contentOf, currentContent, isOwnSaved, workingProject } from '../working-project.ts';
import type { OperationDependencies, RequestContext } from './operation-parts.ts';

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
