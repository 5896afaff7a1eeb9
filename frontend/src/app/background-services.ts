import { storeFramework } from '@/features/frameworks/model/stored-framework.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { announceActiveTab } from '@/features/projects/model/remote/active-tabs.ts';
import { followRemoteChanges } from '@/features/projects/model/remote/remote-changes.ts';
import type { SessionStore } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { clientId } from '@/lib/client.ts';
import type { Call } from '@/lib/http-client.ts';
import { renewSessionInUse } from '@/lib/session-renewal.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { browserTime } from '@/lib/time.ts';
import { uploadCardPictures } from './card-pictures.ts';

interface BackgroundServicesParts {
  project: ProjectStore;
  localStorage: BrowserStorage;
  call: Call;
  session: SessionStore;
  socket: SocketClient;
}

/** What the page sees to for as long as it is open, whatever it shows; fetched behind what it starts with. */
export function startBackgroundServices({
  project,
  localStorage,
  call,
  session,
  socket,
}: BackgroundServicesParts): void {
  followRemoteChanges(project, socket);
  announceActiveTab(project, clientId);
  askBeforeLoss(project);
  storeFramework(project, localStorage, browserTime);
  uploadCardPictures({ project, call });
  renewSessionInUse({ call, session, socket, now: browserTime.now });
}

/** Has the browser ask before the page is closed, where it has refused to keep the unsaved text; only then. */
function askBeforeLoss(store: ProjectStore): void {
  const ask = (event: Event) => event.preventDefault();
  store.subscribe(({ dirty, kept }) => {
    if (dirty && !kept) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}
