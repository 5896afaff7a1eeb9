import { keepFramework } from '@/features/frameworks/model/stored-framework.ts';
import { askBeforeLoss } from '@/features/projects/model/ask-before-loss.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { announceActiveTab } from '@/features/projects/model/remote/active-tabs.ts';
import { followRemoteChanges } from '@/features/projects/model/remote/live-project.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { clientId } from '@/lib/client.ts';
import type { Call } from '@/lib/http-client.ts';
import { renewSessionInUse } from '@/lib/session-renewal.ts';
import type { SessionStore } from '@/lib/session-store.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { browserTime } from '@/lib/time.ts';
import { uploadCardPictures } from './keep-picture.ts';

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
  keepFramework(project, localStorage, browserTime);
  uploadCardPictures({ project, call });
  renewSessionInUse({ call, session, socket, now: browserTime.now });
}
