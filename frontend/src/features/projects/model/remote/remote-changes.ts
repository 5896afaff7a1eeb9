import { durations } from '@studio/contract/durations';
import type { ServerPayload } from '@studio/contract/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { ApiError } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import type { WatchedState } from '@/lib/socket-connection.ts';
import type { Time } from '@/lib/time.ts';
import type { ProjectLoader } from '../local-copies/project-loader.ts';
import type { ProjectState } from '../project-state.ts';
import type { ProjectSaver } from '../saving/project-saver.ts';
import { knownVersion, reconcile } from '../saving/reconcile.ts';
import { createRetry } from '../saving/request-scheduling.ts';
import { isRetryable } from '../saving/save-request.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { isOwn, type RemovedBy, type WorkingProject } from '../working-project.ts';
import { reattach } from './reattach.ts';

/** Handlers for changes by other tabs and users (specification: Conflicts). They ignore other projects. */
export interface RemoteChanges {
  saveStatus(event: ServerPayload<'project:save-status'>): Promise<void>;
  updated(event: ServerPayload<'project:updated'>): Promise<void>;
  likes(event: ServerPayload<'project:likes'>): void;
  /** The user has liked or unliked it: here, in a list or in another window. */
  liked(event: ServerPayload<'project:liked'>): void;
  stats(event: ServerPayload<'project:stats'>): void;
  links(event: ServerPayload<'project:links'>): void;
  removed(event: ServerPayload<'project:removed'>): void;
  /** Called when a watch begins, and again after each gap in the connection; null: the server refuses the watch. */
  watched(projectId: string, state: WatchedState | null): Promise<void>;
}

/** The parts of the project store that they use. */
export interface RemoteChangesParts {
  workingCopy: WorkingCopy;
  /** The signed-in user. */
  user(): { id: string } | null;
  time: Time;
  random(): number;
  clientId: string;
  read: ProjectLoader['read'];
  /** Why another user's project can no longer be read, as far as the server reveals it. */
  removalReason(id: string): Promise<RemovedBy>;
  enqueue: ProjectSaver['enqueue'];
  autoSaveSoon(): void;
  isRemoving(id: string): boolean;
}

/** The fields of a project after a takedown. */
const takenDownRights = { isPublic: false, isEmbeddable: false, takenDown: true } as const;

export function createRemoteChanges(parts: RemoteChangesParts): RemoteChanges {
  const { workingCopy, user, time, clientId, read, removalReason, enqueue, autoSaveSoon, isRemoving } = parts;
  let retryRequest = () => {};
  const retry = createRetry(parts, () => retryRequest());
  /** False also after its user has signed out: the server then answers as to anybody. */
  function isHere(projectId: string) {
    const { project, userId } = workingCopy.getState();
    return project.id === projectId && userId === user()?.id;
  }

  let cancelSavingTimeout = () => {};

  /** Ends the state after the timeout of a request at the latest, in case the other tab no longer reports the end. */
  function setSavingElsewhere(savingElsewhere: boolean) {
    cancelSavingTimeout();
    if (workingCopy.getState().savingElsewhere !== savingElsewhere) workingCopy.change({ savingElsewhere });
    if (savingElsewhere)
      cancelSavingTimeout = time.after(durations.requestTimeout, () => setSavingElsewhere(false));
  }

  /** Another user's project is saved as a copy, so its new text is no conflict; unsaved text stays. */
  function isOthersEdited() {
    const state = workingCopy.getState();
    return state.dirty && !isOwn(state);
  }

  let reading: { version: string; response: ReturnType<typeof read> } | null = null;

  /** Each save causes two events; both share one request. */
  function readVersion(projectId: string, number: number, asked: number) {
    const version = `${projectId}@${number} after ${asked}`;
    if (reading?.version !== version) {
      const response = read(projectId).finally(() => {
        if (reading?.response === response) reading = null;
      });
      reading = { version, response };
    }
    return reading.response;
  }

  /**
   * Fetches another version. A clean working copy takes the text; a dirty one keeps its own and gets a conflict, as does
   * the owner's clean one if the server was set back.
   */
  async function catchUp(projectId: string, version: number): Promise<void> {
    const known = () => knownVersion(workingCopy.getState());
    // A running save may lead to this version. Saves do not wait for the reading, which may hang.
    const asked = await enqueue(async () => known());
    if (!isHere(projectId) || version === asked || isOthersEdited()) return;
    const response = await readVersion(projectId, version, asked);
    await enqueue(async () => {
      if (!isHere(projectId)) return;
      if (!response.ok) return repeat(response.error, () => catchUp(projectId, version));
      retry.reset();
      const found = response.data.version;
      if (asked <= found && found <= known()) return;
      // It may end a conflict, during which nothing was saved.
      autoSaveSoon();
      if (isOwn(workingCopy.getState())) reconcile(workingCopy, response.data, asked);
      else if (!isOthersEdited()) workingCopy.acceptRemote(response.data);
    });
  }

  /** A refused watch may be temporary, so this checks whether the project can still be read; if not, it was removed. */
  async function checkStillReadable(projectId: string): Promise<void> {
    if (!isHere(projectId)) return;
    const response = await read(projectId);
    if (response.ok || !isHere(projectId) || isRemoving(projectId)) return;
    if (response.error.code === 'not_found') {
      const by = isOwn(workingCopy.getState()) ? 'unknown' : await removalReason(projectId);
      if (isHere(projectId)) workingCopy.detach(by);
    } else repeat(response.error, () => checkStillReadable(projectId));
  }

  const isFormerHere = (projectId: string) => {
    const { project, userId } = workingCopy.getState();
    return project.formerId === projectId && userId === user()?.id;
  };

  /** The server shows the removed project again. */
  async function reattachProject(projectId: string): Promise<void> {
    const response = await read(projectId);
    await enqueue(async () => {
      if (!isFormerHere(projectId)) return;
      if (!response.ok) return repeat(response.error, () => reattachProject(projectId));
      reattach(workingCopy, response.data);
      autoSaveSoon();
    });
  }

  /** Retries until the newer version is loaded; until then the badge would show Saved for an old text. */
  function repeat(error: ApiError, ask: () => Promise<void>) {
    if (!isRetryable(error)) return;
    retryRequest = () => void ask();
    retry.schedule(error.retryAfter);
  }

  function changeHere(projectId: string, part: Partial<WorkingProject>) {
    if (isHere(projectId)) workingCopy.change({ project: { ...workingCopy.getState().project, ...part } });
  }

  return {
    async saveStatus({ projectId, status, version, origin }) {
      if (origin === clientId || !isHere(projectId)) return;
      if (status === 'saved' && version !== undefined) await catchUp(projectId, version);
      if (isHere(projectId)) setSavingElsewhere(status === 'saving');
    },
    updated: ({ projectId, version }) =>
      isFormerHere(projectId) ? reattachProject(projectId) : catchUp(projectId, version),
    likes: ({ projectId, likes }) => changeHere(projectId, { likes }),
    liked: ({ projectId, isLiked }) => changeHere(projectId, { isLiked }),
    stats: ({ projectId, views, forkCount }) => changeHere(projectId, { views, forkCount }),
    links: ({ projectId, liveLinks }) => changeHere(projectId, { liveLinks }),
    removed({ projectId, by }) {
      if (!isHere(projectId) || isRemoving(projectId)) return;
      // The owner can still read and save a project that was taken down; otherwise the takedown notice handles it.
      if (by === 'moderation' && isOwn(workingCopy.getState())) changeHere(projectId, takenDownRights);
      else workingCopy.detach(by);
    },
    watched(projectId, state) {
      setSavingElsewhere(false);
      if (!state) return checkStillReadable(projectId);
      if (isFormerHere(projectId)) return reattachProject(projectId);
      const { version, likes, views, forkCount, liveLinks, isLiked, takenDown } = state;
      const known = { likes, views, forkCount, liveLinks, ...(isLiked !== undefined && { isLiked }) };
      changeHere(projectId, { ...known, ...(takenDown && takenDownRights) });
      return catchUp(projectId, version);
    },
  };
}

/** The used part of the project store. */
interface FollowedStore extends Pick<StoreApi<ProjectState>, 'getState' | 'subscribe'> {
  remoteParts: RemoteChangesParts;
}

/**
 * Watches the open saved project while its user is signed in, and applies its events. The watch of a removed one is
 * refused, and repeated, until the project is back. The returned function ends it.
 */
export function followRemoteChanges(
  store: FollowedStore,
  socket: SocketClient,
  session: Pick<StoreApi<{ user: { id: string } | null }>, 'getState' | 'subscribe'>,
): () => void {
  const remote = createRemoteChanges(store.remoteParts);
  let watched: string | null = null;
  let unwatch = () => {};

  function watchPresent() {
    const { project, userId } = store.getState();
    const isUsers = userId === session.getState().user?.id;
    const key = isUsers ? project.key : null;
    // The key changes with a removal, after which the watch has to begin anew.
    if (key === watched) return;
    unwatch();
    watched = key;
    const id = isUsers ? (project.id ?? project.formerId) : undefined;
    unwatch = id ? socket.watchProject(id, (state) => void remote.watched(id, state)) : () => {};
  }

  const ends = [
    store.subscribe(watchPresent),
    session.subscribe(watchPresent),
    socket.on('project:save-status', (event) => void remote.saveStatus(event)),
    socket.on('project:updated', (event) => void remote.updated(event)),
    socket.on('project:likes', remote.likes),
    socket.on('project:liked', remote.liked),
    socket.on('project:stats', remote.stats),
    socket.on('project:links', remote.links),
    socket.on('project:removed', remote.removed),
  ];
  watchPresent();
  return () => {
    unwatch();
    for (const end of ends) end();
  };
}
