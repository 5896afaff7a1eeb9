import { projectRoutes } from '@studio/contract/http/projects';
import { hasScript } from '@studio/engine/html/is-blank';
import { storeFramework } from '@/features/frameworks/model/stored-framework.ts';
import { capturePicture } from '@/features/preview/model/capture-picture.ts';
import { isSameSource } from '@/features/preview/model/same-source.ts';
import { countNewPicture } from '@/features/projects/model/new-pictures.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';
import { announceActiveTab } from '@/features/projects/model/remote/open-windows.ts';
import { followRemoteChanges } from '@/features/projects/model/remote/remote-changes.ts';
import { isOwnSaved, type WorkingProject } from '@/features/projects/model/working-project.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import type { SessionStore } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { clientId } from '@/lib/client.ts';
import { keepFilesFromOpening } from '@/lib/files/dropped-files.ts';
import { copyForeignMark } from '@/lib/foreign-code.ts';
import type { Call } from '@/lib/http-client.ts';
import { renewSessionInUse } from '@/lib/session-renewal.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { browserTime } from '@/lib/time.ts';
import { openQuestion } from '@/ui/dialogs/confirm.ts';
import { manualCopy } from '@/ui/dialogs/copy-text.ts';
import { letZoomedViewMove } from '@/ui/dialogs/move-zoomed-view.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import { shownSource } from './shown-source.ts';

interface BackgroundServicesParts {
  project: ProjectStore;
  localStorage: BrowserStorage;
  call: Call;
  session: SessionStore;
  socket: SocketClient;
}

/** Starts the services that run while the page is open, whatever it shows. This module is loaded after the start. */
export function startBackgroundServices({
  project,
  localStorage,
  call,
  session,
  socket,
}: BackgroundServicesParts): void {
  followRemoteChanges(project, socket, session);
  announceActiveTab(project, clientId);
  followForeignCode(project, localStorage);
  askBeforeLoss(project);
  followAutoSave(project);
  storeFramework(project, localStorage, browserTime);
  uploadCardPictures({ project, call });
  renewSessionInUse({ call, session, socket, localStorage, now: browserTime.now });
  letZoomedViewMove();
  keepFilesFromOpening();
  closeQuestionsWithSession(session);
  closeProjectWithUser(project, session);
}

/** A removal changes a project's key: code from another page that has not been run stays marked as such. */
function followForeignCode(store: ProjectStore, storage: BrowserStorage): void {
  store.subscribe(({ opening, project: { key } }, before) => {
    if (opening === before.opening && key !== before.project.key)
      copyForeignMark(storage, before.project.key, key);
  });
}

/** Makes the browser ask before the page is closed, only while it cannot store the unsaved text. */
function askBeforeLoss(store: ProjectStore): void {
  const ask = (event: Event) => event.preventDefault();
  store.subscribe(({ dirty, kept }) => {
    if (dirty && !kept) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}

/** Auto Save, switched on, also saves what is unsaved already. */
function followAutoSave(store: ProjectStore): void {
  settingsStore.subscribe(({ settings }, before) => {
    if (settings.autoSave && !before.settings.autoSave) store.wake();
  });
}

/**
 * Cancels an open question, and takes away the text to copy and a toast with an action, as Undo, when somebody else, or
 * nobody, is signed in, or the admin right has changed: they may be of the admin area.
 */
export function closeQuestionsWithSession(session: SessionStore): void {
  session.subscribe(({ user }, before) => {
    if (user?.id === before.user?.id && user?.isAdmin === before.user?.isAdmin) return;
    openQuestion.getState()?.answer(false);
    manualCopy.setState(null, true);
    if (shownToast.getState()?.action) shownToast.setState(null, true);
  });
}

/**
 * Closes another user's project as soon as somebody signs in, before a page shows them its text or asks them about its
 * changes. Unsaved text stays as a draft of the user who wrote it.
 */
export function closeProjectWithUser(store: ProjectStore, session: SessionStore): void {
  session.subscribe(({ user }) => {
    const { userId } = store.getState();
    if (!user || userId === null || userId === user.id) return;
    store.leave();
    store.remoteParts.workingCopy.replaceWithBlank(null);
  });
}

/**
 * Milliseconds after which the picture of a saved project without changes is taken: first soon, as people leave
 * quickly, then again, as some projects draw only after a while.
 */
const captureTimes = [1_000, 4_000, 15_000, 60_000];

interface CardPictureParts {
  project: ProjectStore;
  call: Call;
}

/** Uploads pictures of the user's own projects with scripts, for their cards. */
export function uploadCardPictures({ project, call }: CardPictureParts): void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** The last stored picture, with its project and version. */
  let stored: { id: string; version: number; picture: string } | null = null;

  /** The project if it gets a picture: the user's own, saved, without changes, with a script, and as it is shown. */
  function drawnProject(): WorkingProject | null {
    const state = project.getState();
    const { project: shown, dirty, save } = state;
    const { source } = shownSource.getState();
    const isAtRest = isOwnSaved(state) && !dirty && save.kind !== 'saving' && shown.takenDown !== true;
    return isAtRest && hasScript(shown) && source && isSameSource(source, shown) ? shown : null;
  }

  async function upload(): Promise<void> {
    const shown = drawnProject();
    if (!shown?.id || document.hidden) return;
    const { id, version } = shown;
    const picture = await capturePicture(shown);
    const now = drawnProject();
    if (picture === null || now?.id !== id || now.version !== version) return;
    if (stored?.id === id && stored.version === version && stored.picture === picture) return;
    // A failure is ignored: a card without a picture names what draws the project.
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
  shownSource.subscribe(schedule);
  document.addEventListener('visibilitychange', schedule);
  // For the project that is open already.
  schedule();
}
