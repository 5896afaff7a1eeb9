import type { StudioConfig } from '@studio/contract/http/studio';
import { createDraftStorage } from '@/features/projects/model/local-copies/draft-storage.ts';
import { createProjectStore, type ProjectStore } from '@/features/projects/model/project-store.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import type { SessionStore } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { localStore, tabStore } from '@/lib/browser-storage.ts';
import { call, clientId, session, socket, startClient } from '@/lib/client.ts';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { browserTime } from '@/lib/time.ts';
import { sinceLastKey } from './last-key.ts';

/** The services that all pages use. */
export interface PageServices {
  config: StudioConfig;
  call: Call;
  socket: SocketClient;
  session: SessionStore;
  project: ProjectStore;
  localStorage: BrowserStorage;
}

/** Creates the services and loads the session. Called once, when the page starts. */
export function startPageServices(config: StudioConfig): PageServices {
  const project = createBrowserProjectStore({ autoSave: () => settingsStore.getState().settings.autoSave });
  void startClient();
  const services = { config, call, socket, session, project, localStorage: localStore };
  void fetchUntilThere(() => import('./background-services.ts')).then(({ startBackgroundServices }) =>
    startBackgroundServices(services),
  );
  return services;
}

/** The project store of this page, connected to session, storage and the page's events. */
function createBrowserProjectStore({ autoSave }: { autoSave(): boolean }): ProjectStore {
  const store = createProjectStore({
    call,
    user: () => session.getState().user,
    autoSave,
    drafts: createDraftStorage(localStore),
    findActiveWriters: () =>
      import('@/features/projects/model/remote/open-windows.ts').then(
        (module) => module.findActiveWriters(),
        () => [],
      ),
    isTakenDown: (id) =>
      import('@/features/projects/model/takedown-status.ts').then(
        (module) => module.isTakenDown(id),
        () => false,
      ),
    localStorage: localStore,
    sessionStorage: tabStore,
    time: browserTime,
    sinceLastKey,
    random: Math.random,
    clientId,
  });
  window.addEventListener('online', store.wake);
  window.addEventListener('pagehide', () => store.leave(true));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store.leave();
  });
  return store;
}
