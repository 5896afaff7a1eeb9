import { projectRoutes } from '@studio/contract/http/projects';
import { isDrawnByScript } from '@studio/engine/html/is-blank';
import { storeFramework } from '@/features/frameworks/model/stored-framework.ts';
import { capturePicture } from '@/features/preview/model/capture-picture.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { followRemoteChanges } from '@/features/projects/model/remote/changes-elsewhere.ts';
import { announceActiveTab } from '@/features/projects/model/remote/open-windows.ts';
import { isOwnSaved } from '@/features/projects/model/working-project.ts';
import type { SessionStore } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { clientId } from '@/lib/client.ts';
import type { Call } from '@/lib/http-client.ts';
import { renewSessionInUse } from '@/lib/session-renewal.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { browserTime } from '@/lib/time.ts';

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

/** Milliseconds that a project has to rest, saved and running, until it is looked at. */
const rest = 4_000;

interface CardPictureParts {
  project: ProjectStore;
  call: Call;
}

/** Gives one's own projects that their scripts draw a picture for their cards, once for each version that is saved. */
export function uploadCardPictures({ project, call }: CardPictureParts): void {
  let done = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The saved version on screen that has no picture from this page yet; null where none is to be made. */
  function waiting(): { id: string; version: number } | null {
    const state = project.getState();
    const { id, version, takenDown } = state.project;
    const isAtRest = isOwnSaved(state) && !state.dirty && state.save.kind !== 'saving' && takenDown !== true;
    if (id === null || !isAtRest || `${id} ${version}` === done) return null;
    return isDrawnByScript(state.project) ? { id, version } : null;
  }

  async function keep(): Promise<void> {
    const shown = waiting();
    if (!shown || document.hidden) return;
    const { id, version } = shown;
    done = `${id} ${version}`;
    const picture = await capturePicture();
    const { dirty, project: now } = project.getState();
    if (picture === null || dirty || now.id !== id || now.version !== version) return;
    // Nobody waits for it: a card without one says what draws the project.
    await call(projectRoutes.storePicture, { params: { id }, body: { version, picture } });
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), rest);
  }

  project.subscribe(({ project: now, dirty, save }, before) => {
    if (now !== before.project || dirty !== before.dirty || save.kind !== before.save.kind) wait();
  });
  // What the page was opened with is there already.
  wait();
}
