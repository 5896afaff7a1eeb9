import type { Project } from '@studio/contract/http/projects';
import { routes } from '@studio/contract/routes';
import type { Call, Result } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { followSource, type PreviewSource } from './preview-channel.ts';

/** `removed`: it was shown, and has since been deleted, taken down or made private. */
export type FollowedProject =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; message: string }
  | { state: 'removed' }
  | { state: 'shown'; live: PreviewSource };

export interface ProjectFollower {
  /** Reads the stored project again, after a failure. */
  retry(): void;
  stop(): void;
}

interface FollowOptions {
  projectKey: string;
  call: Call;
  socket: SocketClient;
  onChange(project: FollowedProject): void;
  /** The project's first save has changed its key. */
  onMoved(key: string): void;
}

/** In ms, longer than a replica may answer readers without an account with what it read before the save. */
const staleMs = 1_500;

/**
 * Follows a project: the unsaved text of an editor in this browser, else the stored project, whose saves the socket
 * reports. After a gap in the connection the socket reports the current version, so no save is missed.
 */
export function followProject({
  projectKey,
  call,
  socket,
  onChange,
  onMoved,
}: FollowOptions): ProjectFollower {
  let isEdited = true;
  let wasEdited = false;
  let version = 0;
  /** The newest version that was announced since the last read began; Infinity: to be read again in any case. */
  let announced = 0;
  let reading = false;
  let stopped = false;
  /** How often its owner has deleted it: what was read before that is no longer shown. */
  let deletions = 0;
  /** Hidden since the last response, so it is shown again only if the server still allows it. */
  let isTakenDown = false;
  let endWatch: (() => void) | null = null;
  let repeating: ReturnType<typeof setTimeout> | undefined;

  function unwatch(): void {
    endWatch?.();
    endWatch = null;
  }

  function watch(): void {
    unwatch();
    endWatch = socket.watchProject(projectKey, (state) => {
      // A refused watch may be temporary, so the project is read again, which shows whether it still may be read.
      if (state) void catchUp(state.version);
      else if (version > 0) readAgain();
    });
  }

  async function catchUp(newest: number, isRepeated = false): Promise<void> {
    announced = Math.max(announced, newest);
    if (reading || isEdited || stopped || version >= announced) return;
    reading = true;
    const asked = announced;
    announced = 0;
    const deletionsBefore = deletions;
    const response = await call(routes.readProject, { params: { id: projectKey } });
    reading = false;
    if (isEdited || stopped) return;
    const isOutdated = deletions > deletionsBefore;
    if (!isOutdated) applyResult(response as Result<Project>);
    // A save in the meantime is read at once; a failure waits for the user or the socket.
    if (response.ok || isOutdated) void catchUp(announced);
    const isStale = response.ok && asked !== Infinity && version < asked;
    if (isStale && !isRepeated) repeating = setTimeout(() => void catchUp(asked, true), staleMs);
  }

  function applyResult(response: Result<Project>): void {
    const isGone = !response.ok && response.error.code === 'not_found';
    if (isGone) unwatch();
    if (response.ok) {
      const { title, html, css, js, frameworkConfig } = response.data;
      version = response.data.version;
      // A project that was hidden during the request is read once more.
      if (announced !== Infinity) isTakenDown = false;
      onChange({ state: 'shown', live: { title, source: { html, css, js, frameworkConfig } } });
    } else if ((isGone || isTakenDown) && version > 0) onChange({ state: 'removed' });
    // Keeps what is shown: the text of an editor that has closed, or the last version that could be read.
    else if (wasEdited || version > 0) return;
    else onChange(isGone ? { state: 'missing' } : { state: 'failed', message: response.error.message });
  }

  const isThis = (id: string) => id === projectKey && !isEdited;
  const readAgain = () => void catchUp(Infinity);
  const ends = [
    followSource(projectKey, {
      onSource(live) {
        isEdited = true;
        wasEdited = true;
        unwatch();
        onChange({ state: 'shown', live });
      },
      onNoEditor() {
        if (!isEdited) return;
        isEdited = false;
        watch();
        readAgain();
      },
      onMoved,
    }),
    socket.on('project:updated', ({ projectId, version: saved, changed }) => {
      if (!isThis(projectId)) return;
      if (changed.length > 0) return void catchUp(saved);
      // It was restored, perhaps in the same version, and the server has forgotten who watched it.
      watch();
      readAgain();
    }),
    socket.on('project:removed', ({ projectId, by }) => {
      if (!isThis(projectId)) return;
      if (by === 'owner') {
        deletions += 1;
        return onChange({ state: 'removed' });
      }
      // A project that became private or was taken down may be the user's own.
      isTakenDown ||= by === 'moderation';
      readAgain();
    }),
  ];

  return {
    retry: readAgain,
    stop() {
      stopped = true;
      clearTimeout(repeating);
      unwatch();
      for (const end of ends) end();
    },
  };
}
