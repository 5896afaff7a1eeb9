import { localStore, tabStore } from '@/lib/browser-storage.ts';
import { call, clientId, session } from '@/lib/client.ts';
import { browserTime } from '@/lib/time.ts';
import { createProjectStore, type ProjectStore } from './project-store.ts';
import { createDraftStorage } from './restoring/draft-storage.ts';

/** The project store of this page: on its session, storage and socket, and told when the page hides or the network returns. */
export function createBrowserProjectStore({ autoSave }: { autoSave(): boolean }): ProjectStore {
  const store = createProjectStore({
    call,
    user: () => session.getState().user,
    autoSave,
    drafts: createDraftStorage(localStore),
    findActiveWriters: () => import('./remote/active-tabs.ts').then((module) => module.findActiveWriters()),
    isTakenDown: (id) =>
      import('./remote/remote-changes.ts').then(
        (module) => module.isTakenDown(id),
        () => false,
      ),
    localStorage: localStore,
    sessionStorage: tabStore,
    time: browserTime,
    random: Math.random,
    clientId,
  });
  window.addEventListener('online', store.wake);
  window.addEventListener('pagehide', store.leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store.leave();
  });
  return store;
}
