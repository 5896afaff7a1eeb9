import type { Project, SaveKind } from '@studio/contract/http/projects';
import type { ApiError } from '@/lib/http-client.ts';
import { failures, type Outcome, successes } from '../../toast-texts.ts';
import { rememberLoaded } from '../local-copies/stored-project.ts';
import {
  type ProjectDependencies,
  type ProjectOpening,
  type ProjectState,
  type Rejection,
  type SaveAttempt,
} from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import {
  contentOf,
  currentContent,
  isOwnSaved,
  mergeSavedContent,
  workingProject,
} from '../working-project.ts';
import { isAutoSaveDue } from './auto-save.ts';
import { saveEarlierOpening, settleEarlierOpening } from './earlier-opening.ts';
import { reconcile } from './reconcile.ts';
import { createRequestQueue, createRetry } from './request-scheduling.ts';
import {
  asSent,
  conflictingProject,
  isCopy,
  isRetryable,
  mayExceed,
  newAttempt,
  publicationNotice,
  sendAttempt,
} from './save-request.ts';

/** Saves the working copy to the server, one request at a time, the newest text last (specification: Saving). */
export interface ProjectSaver {
  /** Resolves when all text typed before the call is acknowledged, or failed. */
  save(kind: SaveKind, leaving?: Leaving): Promise<Outcome>;
  /** Saves the text as a new private project, whoever owns the open one. */
  saveCopy(): Promise<Outcome>;
  /** Queues another operation on the project with the saves. It may run after another project was opened. */
  enqueue<T>(task: () => Promise<T>): Promise<T>;
  /** The present opening of the project. */
  opening(): ProjectOpening;
  /** Sends pending and running saves at once: the connection is back, or the page is being closed. */
  sendAgain(leaving?: Leaving): void;
}

/** Why a request has to outlive the page: the user is leaving it. */
type Leaving = 'hidden' | 'closed';

interface SaveRequest {
  kind: SaveKind;
  leaving: Leaving | undefined;
  /** As a new project, whoever owns the open one. */
  asCopy: boolean;
  /** The opening in which it was requested. */
  opening: ProjectOpening;
}

interface SaverParts {
  workingCopy: WorkingCopy;
  dependencies: ProjectDependencies;
  /** Copies the typed text into the project. */
  commitEdits(): void;
  /** Writes the local copies now. */
  flushLocalCopies(): void;
  /** Changes the visibility of the saved project, or shows a notice if that fails. */
  setVisibility(isPublic: boolean): Promise<void>;
}

export function createProjectSaver({
  workingCopy,
  dependencies,
  commitEdits,
  flushLocalCopies,
  setVisibility,
}: SaverParts): ProjectSaver {
  const queue = createRequestQueue();
  const retry = createRetry(dependencies, () => void save('auto'));
  let inFlight: AbortController | null = null;
  let waiting: (SaveRequest & { outcome: Promise<Outcome> }) | null = null;
  let present: ProjectOpening = { stateAtEnd: null, latest: null };
  /** The version whose revision is known to be that of a manual save. */
  let manuallySavedVersion = 0;

  workingCopy.subscribe((state, before) => {
    if (state.opening === before.opening) return;
    retry.cancel();
    retry.reset();
    inFlight = null;
    waiting = null;
    manuallySavedVersion = 0;
    present.stateAtEnd = before;
    present = { stateAtEnd: null, latest: null };
    queue.reset();
  });

  const isDue = (state: ProjectState) => isAutoSaveDue(state, dependencies);

  function save(kind: SaveKind, leaving?: Leaving): Promise<Outcome> {
    // Text typed during the pause before a retry is sent with that retry.
    const isEarly = !leaving && retry.isWaiting();
    if (kind === 'auto' && (isEarly || !isDue(workingCopy.getState())))
      return Promise.resolve(successes.quiet);
    if (waiting) {
      if (kind === 'manual') waiting.kind = kind;
      if (leaving === 'closed' || !waiting.leaving) waiting.leaving = leaving;
      return waiting.outcome;
    }
    const request: SaveRequest = { kind, leaving, asCopy: false, opening: present };
    const outcome = queue.runSave(() => {
      if (!request.opening.stateAtEnd) waiting = null;
      return run(request);
    });
    waiting = Object.assign(request, { outcome });
    return outcome;
  }

  function saveCopy(): Promise<Outcome> {
    const request: SaveRequest = { kind: 'manual', leaving: undefined, asCopy: true, opening: present };
    return queue.runSave(() => run(request));
  }

  async function run(request: SaveRequest): Promise<Outcome> {
    const { asCopy, opening } = request;
    if (opening.stateAtEnd)
      return request.kind === 'manual' ? saveEarlierOpening(dependencies, opening, asCopy) : successes.quiet;
    retry.cancel();
    const { userId } = workingCopy.getState();
    if (userId === null || userId !== dependencies.user()?.id) return failures.notLoggedIn;
    if (request.kind === 'auto' && !isDue(workingCopy.getState())) return successes.quiet;
    commitEdits();

    const state = workingCopy.getState();
    // A manual save of text that is saved already keeps its revision (specification: Revisions).
    const isSaved = !state.dirty && state.project.version === manuallySavedVersion;
    if (!asCopy && state.lifecycle.kind === 'own' && isSaved) return successes.saved;
    // A copy is requested because the text is not to be stored there.
    const unanswered = asCopy && !state.save.attempt?.creates ? null : state.save.attempt;
    const content = currentContent(state);
    // A closing page has no time to look.
    if (!unanswered && request.leaving !== 'closed' && mayExceed(content)) {
      // If it cannot be loaded, the server refuses the text instead.
      const reason = await import('./text-limits.ts').then(
        (module) => module.describeExcess(content),
        () => null,
      );
      if (workingCopy.getState() !== state) return run(request);
      if (reason !== null) return recordRejection({ kind: 'limit', content, reason });
    }
    // A closing page may not get the response after which it would send the newest text, so an update includes it.
    const isRepeated = unanswered && (request.leaving !== 'closed' || unanswered.creates);
    const sent = isRepeated ? unanswered : newAttempt(state, request.kind, asCopy);
    // The page may come back from the back/forward cache without a response, so both texts are known.
    const attempt = isRepeated || !unanswered ? sent : { ...unanswered, replacement: sent.content };
    const outcome = isCopy(attempt, state) ? successes.copied : successes.saved;
    workingCopy.change({}, { type: 'sent', attempt });
    // Stores the idempotency key of a new project before use, so that a reload repeats the request instead of
    // creating a second one; and what a page sends that may not live to get the response.
    if (attempt.creates || request.leaving) flushLocalCopies();

    const controller = new AbortController();
    inFlight = controller;
    const response = await sendAttempt(dependencies, workingCopy.getState(), sent, {
      signal: controller.signal,
      leaving: request.leaving !== undefined,
    });
    if (opening.stateAtEnd) {
      if (!response.ok) return failures.save(response.error);
      opening.latest = asSent(sent, response.data);
      settleEarlierOpening(workingCopy, dependencies, opening.stateAtEnd, sent, response.data);
      return outcome;
    }
    inFlight = null;

    const isRepeat = sent === unanswered;
    if (!response.ok) return handleSaveError(response.error, request, isRepeat, state.project.version);
    retry.reset();
    // Deleted since: the text stays as a project that was never saved.
    if (!attempt.creates && workingCopy.getState().project.id === null) {
      workingCopy.change({}, { type: 'ended' });
      return failures.save();
    }
    acknowledge(sent, response.data);
    if (!isRepeat) return outcome;
    const newest = await run({ ...request, asCopy: false });
    return newest.ok ? outcome : newest;
  }

  /** Records the server's content; text typed meanwhile stays. */
  function acknowledge(attempt: SaveAttempt, saved: Project) {
    const state = workingCopy.getState();
    const copied = isCopy(attempt, state);
    // Another operation ended before this save, and its response already contains this text.
    if (!attempt.creates && saved.version < state.project.version)
      return workingCopy.change({}, { type: 'settled' });
    const base = asSent(attempt, saved);
    manuallySavedVersion = attempt.kind === 'manual' ? base.version : 0;
    const storedContent = contentOf(base);
    const settled = mergeSavedContent(contentOf(state.project), attempt.content, storedContent);
    workingCopy.change(
      {
        project: { ...workingProject(base), ...settled },
        acknowledged: storedContent,
        rejection: null,
        notice: copied || isSettled(state.notice) ? null : state.notice,
      },
      { type: 'settled' },
    );
    if (base !== saved) reconcile(workingCopy, saved);
    // The attempt does not contain a visibility chosen meanwhile.
    const { isPublic } = state.project;
    if (attempt.creates && !copied && isPublic !== attempt.isPublic) void setVisibility(isPublic);
    // Marks its address as loaded, so that a reload shows no toast.
    if (attempt.creates) rememberLoaded(dependencies.sessionStorage, saved.id);
    // Stores text typed meanwhile under the project's new key.
    if (attempt.creates && workingCopy.getState().dirty) flushLocalCopies();
  }

  /** Does not try again until the text changes. */
  function recordRejection(rejection: Rejection): Outcome {
    workingCopy.change({ rejection });
    return failures.rejected(rejection.reason);
  }

  /** `version`: the one that the save was sent with. */
  async function handleSaveError(
    error: ApiError,
    request: SaveRequest,
    isRepeat: boolean,
    version: number,
  ): Promise<Outcome> {
    if (request.kind === 'auto') console.warn('Auto-save failed:', error.message);
    const state = workingCopy.getState();
    const attempt = state.save.attempt;
    if (isRetryable(error)) {
      const mayShowOffline = state.notice === null || state.notice.kind === 'offline';
      workingCopy.change({}, { type: 'ended' });
      // Without a session it is sent after the next login. A copy is not repeated by itself, so no notice promises it.
      if (!isDue(workingCopy.getState())) return failures.save(error);
      if (mayShowOffline) workingCopy.change({ notice: { kind: 'offline', error } });
      retry.schedule(error.retryAfter);
      return workingCopy.getState().kept ? failures.pending(error) : failures.save(error);
    }
    const current = conflictingProject(error);
    // Before the attempt is removed from the state: the server's text may come from an earlier sending of it.
    const reconciled = current && reconcile(workingCopy, current, version);
    workingCopy.change({}, { type: 'refused' });
    if (reconciled) {
      const { dirty, project } = workingCopy.getState();
      if (reconciled === 'conflict') return failures.conflict;
      if (project.version !== version) return run(request);
      if (!dirty) return successes.saved;
      // The same request would get the same response.
      retry.schedule();
      return failures.save(error);
    }
    // The key of a first save stands for another text, or for a project that was deleted since.
    const isGone = error.code === 'not_found' && attempt?.creates && isRepeat;
    if (isGone || error.code === 'idempotency_mismatch') return run(request);
    // Private projects have no such limit.
    if (error.code === 'publish_limit' && attempt?.isPublic) {
      const { project } = workingCopy.getState();
      if (project.isPublic)
        workingCopy.change({ project: { ...project, isPublic: false }, notice: publicationNotice(error) });
      return run(request);
    }
    if (error.code === 'not_found' && isOwnSaved(state)) workingCopy.detach('unknown');
    if ([400, 403, 413].includes(error.status ?? 0) && attempt)
      return recordRejection({ kind: 'refused', content: attempt.content, reason: error.message });
    return failures.save(error);
  }

  return {
    save,
    saveCopy,
    enqueue: queue.runOther,
    opening: () => present,
    sendAgain(leaving) {
      retry.cancel();
      retry.reset();
      // A request from before the gap may hang until its timeout, or be cut off with the page; repeating it is safe. One
      // that is not repeated by itself, such as a copy, goes on.
      const state = workingCopy.getState();
      if (!state.save.attempt || isDue(state)) inFlight?.abort();
      // Another operation may hang as long, and repeating it may not be safe, so it goes on beside the saves.
      queue.skipOthers();
      void save('auto', leaving);
    },
  };
}

/** Whether a save settles the notice: there is a connection again, or the removed project's text has been saved. */
function isSettled(notice: ProjectState['notice']): boolean {
  return notice?.kind === 'offline' || notice?.kind === 'removed';
}
