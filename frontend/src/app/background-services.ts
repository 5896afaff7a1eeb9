import { projectRoutes } from '@studio/contract/http/projects';
import { hasScript } from '@studio/engine/html/is-blank';
import { storeFramework } from '@/features/frameworks/model/stored-framework.ts';
import { capturePicture } from '@/features/preview/model/capture-picture.ts';
import { countNewPicture } from '@/features/projects/model/new-pictures.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { followRemoteChanges } from '@/features/projects/model/remote/changes-elsewhere.ts';
import { announceActiveTab } from '@/features/projects/model/remote/open-windows.ts';
import { isOwnSaved, type WorkingProject } from '@/features/projects/model/working-project.ts';
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
  followForeignCode(project, localStorage);
  askBeforeLoss(project);
  storeFramework(project, localStorage, browserTime);
  uploadCardPictures({ project, call });
  renewSessionInUse({ call, session, socket, now: browserTime.now });
}

/** Code from another page that nobody has run still waits for it once it is saved, under another key. */
export function followForeignCode(store: ProjectStore, storage: BrowserStorage): void {
  import('@/features/preview/model/start-preview.ts').then(
    ({ isForeign, markForeign }) =>
      store.subscribe((state, before) => {
        const { key } = before.project;
        if (state.opening === before.opening && state.project.key !== key && isForeign(storage, key))
          markForeign(storage, state.project.key);
      }),
    () => undefined,
  );
}

/** Has the browser ask before the page is closed, where it has refused to keep the unsaved text; only then. */
function askBeforeLoss(store: ProjectStore): void {
  const ask = (event: Event) => event.preventDefault();
  store.subscribe(({ dirty, kept }) => {
    if (dirty && !kept) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}

/**
 * Milliseconds after which a project at rest, saved and running, is captured: at first soon, as people leave at once, and
 * again, as some draw only after a while.
 */
const captureTimes = [1_000, 4_000, 15_000, 60_000];

interface CardPictureParts {
  project: ProjectStore;
  call: Call;
}

/** Uploads what one's own projects look like that their scripts draw, for their cards. */
export function uploadCardPictures({ project, call }: CardPictureParts): void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** The newest picture that was stored, and of what. */
  let stored: { id: string; version: number; picture: string } | null = null;

  /** The project on screen, if it may have a picture: the user's own, saved as it is, with a script. */
  function drawnProject(): WorkingProject | null {
    const state = project.getState();
    const { project: shown, dirty, save } = state;
    const isAtRest = isOwnSaved(state) && !dirty && save.kind !== 'saving' && shown.takenDown !== true;
    return isAtRest && hasScript(shown) ? shown : null;
  }

  async function upload(): Promise<void> {
    const shown = drawnProject();
    if (!shown?.id || document.hidden) return;
    const { id, version } = shown;
    const picture = await capturePicture(shown);
    const now = drawnProject();
    if (picture === null || now?.id !== id || now.version !== version) return;
    if (stored?.id === id && stored.version === version && stored.picture === picture) return;
    // Nobody waits for it: a card without one says what draws the project.
    const answer = await call(projectRoutes.storePicture, { params: { id }, body: { version, picture } });
    if (!answer.ok) return;
    stored = { id, version, picture };
    countNewPicture(id);
  }

  function schedule() {
    for (const timer of timers) clearTimeout(timer);
    timers = drawnProject() ? captureTimes.map((time) => setTimeout(() => void upload(), time)) : [];
  }

  project.subscribe(({ project: now, dirty, save }, before) => {
    const { id, version } = before.project;
    const isOther = now.id !== id || now.version !== version || now.takenDown !== before.project.takenDown;
    if (isOther || dirty !== before.dirty || save.kind !== before.save.kind) schedule();
  });
  document.addEventListener('visibilitychange', schedule);
  // What the page was opened with is there already.
  schedule();
}
