import type { StudioConfig } from '@studio/contract/http/studio';
import { createBrowserProjectStore } from '@/features/projects/model/browser-project-store.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import type { SessionStore } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { localStore } from '@/lib/browser-storage.ts';
import { call, session, socket, startClient } from '@/lib/client.ts';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';

/** Everything that the pages stand on. */
export interface Studio {
  config: StudioConfig;
  call: Call;
  socket: SocketClient;
  session: SessionStore;
  project: ProjectStore;
  localStorage: BrowserStorage;
}

/** Puts it together and asks who is here. Called once, when the page starts. */
export function startStudio(config: StudioConfig): Studio {
  const project = createBrowserProjectStore({ autoSave: () => settingsStore.getState().settings.autoSave });
  void startClient();
  const studio = { config, call, socket, session, project, localStorage: localStore };
  import('./background-services.ts').then(
    ({ startBackgroundServices }) => startBackgroundServices(studio),
    (error: unknown) => console.warn('The framework and the session are not kept.', error),
  );
  return studio;
}
