import type { StoreApi } from 'zustand/vanilla';
import type { SocketClient } from '@/lib/socket-client.ts';
import type { ProjectState } from '../project-state.ts';
import { createRemoteChanges, type RemoteChangesParts } from './remote-changes.ts';

/** As much of the project store as following needs. */
interface FollowedStore extends Pick<StoreApi<ProjectState>, 'getState' | 'subscribe'> {
  remoteParts: RemoteChangesParts;
}

/** Keeps the desk live: watches whichever saved project is on it, and hands its events over. The answer ends it. */
export function followRemoteChanges(store: FollowedStore, socket: SocketClient): () => void {
  const remote = createRemoteChanges(store.remoteParts);
  let watched: string | null = null;
  let unwatch = () => {};

  function watchPresent() {
    const { id } = store.getState().project;
    if (id === watched) return;
    unwatch();
    watched = id;
    unwatch = id === null ? () => {} : socket.watchProject(id, (figures) => void remote.figures(id, figures));
  }

  const ends = [
    store.subscribe(watchPresent),
    socket.on('project:save-status', (event) => void remote.saveStatus(event)),
    socket.on('project:updated', (event) => void remote.updated(event)),
    socket.on('project:likes', remote.likes),
    socket.on('project:liked', remote.liked),
    socket.on('project:stats', remote.stats),
    socket.on('project:removed', remote.removed),
  ];
  watchPresent();
  return () => {
    unwatch();
    for (const end of ends) end();
  };
}
