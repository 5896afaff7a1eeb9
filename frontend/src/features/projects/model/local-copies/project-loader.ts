import { type Project, projectRoutes } from '@studio/contract/http/projects';
import type { Result } from '@/lib/http-client.ts';
import { failures, type Outcome, successes } from '../../toast-texts.ts';
import { welcomeTitle } from '../project-address.ts';
import type { ProjectDependencies } from '../project-state.ts';
import { reconcile } from '../saving/reconcile.ts';
import type { WorkingCopy } from '../working-copy.ts';
import {
  blankProject,
  contentOf,
  currentContent,
  type RemovedBy,
  sameContent,
  workingProject,
} from '../working-project.ts';
import { readCurrentProject, rememberLoaded, type StoredWorkingCopy } from './stored-project.ts';

/** Opens projects: chosen ones, by URL, from this browser, or the welcome project. */
export interface ProjectLoader {
  restore(): Promise<void>;
  openHome(): Promise<void>;
  open(id: string): Promise<Outcome>;
  openShared(id: string): Promise<Outcome>;
  /** Loads the project from the server. */
  read(id: string): Promise<Result<Project>>;
  /** Why another user's project can no longer be read, as far as the server reveals it. */
  removalReason(id: string): Promise<RemovedBy>;
  /** Ignores the results of pending loads. */
  abandon(): void;
}

interface LoaderParts {
  workingCopy: WorkingCopy;
  dependencies: ProjectDependencies;
  /** Takes the title that is still being typed. */
  takeTitle(): void;
  /** Writes the local copies now. */
  flushLocalCopies(): void;
  /** Offers, or deletes, drafts of other openings of this project, or of new ones. */
  reviewDrafts(ofNew: boolean): Promise<void>;
  /** Makes drafts of a project that can no longer be read be offered at `/`. */
  moveDraftsOfRemoved(id: string, by: RemovedBy): Promise<void>;
  /** Schedules a save for opened unsaved text, as if it was just typed. */
  autoSaveSoon(): void;
}

export function createProjectLoader(parts: LoaderParts): ProjectLoader {
  const { workingCopy, dependencies, takeTitle, flushLocalCopies } = parts;
  const { reviewDrafts, moveDraftsOfRemoved, autoSaveSoon } = parts;
  const { call, user, isTakenDown, findActiveWriters, sessionStorage, time } = dependencies;
  let loads = 0;
  /** The pending load for an address, and whom it is for; `id`: null for `/`. */
  let pending: { id: string | null; userId: string | undefined; outcome: Promise<Outcome> } | null = null;

  async function read(id: string): Promise<Result<Project>> {
    const response = await call(projectRoutes.readProject, { params: { id } });
    // Without for_embed the response is always a whole project (specification: HTTP).
    return response as Result<Project>;
  }

  const removalReason = async (id: string) => ((await isTakenDown(id)) ? 'moderation' : 'unknown');

  /**
   * Sets the loading flag, and uses the result unless something else was requested, or somebody else signed in,
   * meanwhile. `isEdited`: the user has continued to edit instead of waiting.
   */
  async function load<T>(
    fetching: Promise<T>,
    use: (result: T, isEdited: boolean) => Outcome,
  ): Promise<Outcome> {
    loads += 1;
    pending = null;
    const number = loads;
    const userId = user()?.id;
    const before = currentContent(workingCopy.getState());
    workingCopy.change({ loading: true });
    const result = await fetching;
    if (number !== loads) return successes.quiet;
    workingCopy.change({ loading: false });
    if (user()?.id !== userId) return successes.quiet;
    takeTitle();
    const now = workingCopy.getState();
    const { opening } = now;
    const outcome = use(result, now.dirty && !sameContent(currentContent(now), before));
    // Not awaited, or the toast of the opening could come after the toast of a save.
    if (workingCopy.getState().opening !== opening) void reviewDrafts(false);
    return outcome;
  }

  function abandon() {
    loads += 1;
    pending = null;
    workingCopy.change({ loading: false });
  }

  /** The pending load of the same address for the same user, else a new one. */
  function loadOnce(id: string | null, begin: () => Promise<Outcome>): Promise<Outcome> {
    const userId = user()?.id;
    if (pending?.id === id && pending.userId === userId) return pending.outcome;
    const outcome = begin().finally(() => {
      if (pending?.outcome === outcome) pending = null;
    });
    pending = { id, userId, outcome };
    return outcome;
  }

  function put(project: Project) {
    flushLocalCopies();
    workingCopy.open(workingProject(project), contentOf(project), user()?.id ?? null);
  }

  async function readForAddress(id: string): Promise<Result<Project>> {
    const userId = user()?.id;
    const response = await read(id);
    if (!response.ok && response.error.code === 'not_found') {
      const by = await removalReason(id);
      // Somebody else may have signed in meanwhile, who may read it.
      if (user()?.id === userId) await moveDraftsOfRemoved(id, by);
    }
    return response;
  }

  function loadShared(id: string): Promise<Outcome> {
    return load(readForAddress(id), (response, isEdited) => {
      if (!response.ok) return failures.loadShared;
      if (isEdited) return failures.loadOverTyping;
      const isNew = rememberLoaded(sessionStorage, id);
      put(response.data);
      return isNew ? successes.loadedShared : successes.quiet;
    });
  }

  /** Restores the stored project (specification: Local copies). Unsaved text takes precedence, on its own version. */
  function openStored(
    { project, dirty, unanswered, detached }: StoredWorkingCopy,
    userId: string,
    response: Result<Project> | null,
    gone: RemovedBy | null,
  ) {
    if (response?.ok && !dirty) return put(response.data);
    const own = project.userId === null || project.userId === userId;
    const isBase = response?.ok && (response.data.version === project.version || !own);
    workingCopy.open(
      // Not every field is stored, and likes, for one, change without a new version.
      isBase ? { ...workingProject(response.data), ...contentOf(project) } : project,
      isBase ? contentOf(response.data) : dirty ? null : contentOf(project),
      userId,
    );
    workingCopy.change({}, { type: 'restored', attempt: unanswered });
    if (response?.ok && !isBase) reconcile(workingCopy, response.data);
    const by = own && gone !== null ? 'unknown' : (gone ?? detached);
    if (by !== null) workingCopy.detach(by);
    flushLocalCopies();
    autoSaveSoon();
  }

  /** Resolves to a function that opens the welcome project, or a built-in one if it cannot be fetched. */
  async function fetchWelcome(userId: string): Promise<() => void> {
    const list = await call(projectRoutes.listPublicProjects, { query: { search: welcomeTitle, limit: 1 } });
    const id = list.ok ? list.data.data[0]?.id : undefined;
    const response = id === undefined ? null : await read(id);
    if (response?.ok) return () => put(response.data);
    const project = await import('./built-in-welcome.ts').then(
      (module) => module.builtInWelcomeProject(),
      blankProject,
    );
    return () => {
      flushLocalCopies();
      workingCopy.open(project, contentOf(project), userId);
    };
  }

  /** Resolves to a function that opens the stored working copy, merged with the server's version. */
  async function fetchStored(stored: StoredWorkingCopy, userId: string): Promise<() => void> {
    const { id } = stored.project;
    const response = id === null ? null : await read(id);
    const isGone = id !== null && response?.ok === false && response.error.code === 'not_found';
    const gone = isGone ? await removalReason(id) : null;
    return () => openStored(stored, userId, response, gone);
  }

  /** The stored project; if another window has it open, without its unsaved text, and null for a new project. */
  async function readStoredCopy(userId: string): Promise<StoredWorkingCopy | null> {
    const stored = readCurrentProject(dependencies, userId, time.now());
    if (!stored?.writer || (stored.project.id !== null && !stored.dirty)) return stored;
    if (!(await findActiveWriters()).includes(stored.writer)) return stored;
    return stored.project.id === null ? null : { ...stored, dirty: false, unanswered: null };
  }

  async function fetchStoredOrWelcome(userId: string): Promise<() => void> {
    const stored = await readStoredCopy(userId);
    return stored === null ? fetchWelcome(userId) : fetchStored(stored, userId);
  }

  /** Opens what `/` shows. `isKept`: the text that was there before, or was typed meanwhile, stays. */
  async function showHome(
    fetching: Promise<() => void>,
    isKept: (isEdited: boolean) => boolean,
  ): Promise<Outcome> {
    const outcome = await load(fetching, (open, isEdited) => {
      if (!isKept(isEdited)) open();
      return successes.quiet;
    });
    await reviewDrafts(true);
    return outcome;
  }

  /** True if the open project is this user's, as after a second login. Removes another user's text first. */
  function isOpenFor(userId: string): boolean {
    const { userId: owner } = workingCopy.getState();
    if (owner !== null && owner !== userId) {
      abandon();
      flushLocalCopies();
      workingCopy.replaceWithBlank(null);
    }
    return owner === userId;
  }

  /**
   * Keeps what is open: a project that is still being loaded for an address left since does not replace it. One that was
   * chosen does; the address may only be that of a first save.
   */
  function stay(): Outcome {
    if (pending) abandon();
    autoSaveSoon();
    return successes.quiet;
  }

  return {
    read,
    removalReason,
    async open(id) {
      if (id === '') return failures.missingId;
      return load(read(id), (response, isEdited) => {
        if (!response.ok) return failures.load(response.error);
        if (isEdited) return failures.loadOverTyping;
        put(response.data);
        rememberLoaded(sessionStorage, id);
        return successes.loaded;
      });
    },
    abandon,
    async openHome() {
      const userId = user()?.id;
      if (userId === undefined) return;
      abandon();
      await loadOnce(null, () => showHome(fetchWelcome(userId), (isEdited) => isEdited));
    },
    async restore() {
      const userId = user()?.id;
      if (userId === undefined) return;
      const isDirty = () => workingCopy.getState().dirty;
      if (!isOpenFor(userId)) await loadOnce(null, () => showHome(fetchStoredOrWelcome(userId), isDirty));
      else {
        stay();
        if (!isDirty()) await reviewDrafts(true);
      }
    },
    async openShared(id) {
      const userId = user()?.id;
      if (userId !== undefined && isOpenFor(userId) && workingCopy.getState().project.id === id)
        return stay();
      return loadOnce(id, () => loadShared(id));
    },
  };
}
