import type { StudioConfig } from '@studio/contract/http/studio';
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectActions, ProjectState } from '@/features/projects/model/project-state.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { Call } from '@/lib/http-client.ts';
import type { SessionStore } from '@/lib/session-store.ts';
import type { SocketClient } from '@/lib/socket-client.ts';

/** Everything that the pages stand on; made once, when the page starts. */
export interface Studio {
  config: StudioConfig;
  call: Call;
  socket: SocketClient;
  session: SessionStore;
  project: { store: StoreApi<ProjectState>; actions: ProjectActions };
  localStorage: BrowserStorage;
}
