import { durations } from '@studio/contract/limits';
import type { ServerPayload } from '@studio/contract/realtime';
import type { WatchFigures } from '@/lib/live-connection.ts';
import type { Time } from '@/lib/time.ts';
import type { Desk } from './desk.ts';
import type { Loader } from './loader.ts';
import type { WorkingProject } from './project-state.ts';
import type { Saver } from './saver.ts';
import { isOwn } from './working-project.ts';

/** What other tabs and other people do to the project on the desk (CONTRACT 3 and 4). Events of other projects are ignored. */
export interface RemoteChanges {
  saveStatus(event: ServerPayload<'project:save-status'>): Promise<void>;
  updated(event: ServerPayload<'project:updated'>): Promise<void>;
  likes(event: ServerPayload<'project:likes'>): void;
  stats(event: ServerPayload<'project:stats'>): void;
  removed(event: ServerPayload<'project:removed'>): void;
  /** What the server tells when a watch begins, and again after each gap; null: it refuses the watch. */
  figures(projectId: string, figures: WatchFigures | null): Promise<void>;
}

interface RemoteParts {
  desk: Desk;
  time: Time;
  clientId: string;
  read: Loader['read'];
  inTurn: Saver['inTurn'];
  isRemoving(id: string): boolean;
}

export function createRemoteChanges({
  desk,
  time,
  clientId,
  read,
  inTurn,
  isRemoving,
}: RemoteParts): RemoteChanges {
  const isHere = (projectId: string) => desk.getState().project.id === projectId;

  let forgetSaving = () => {};

  /** A save elsewhere is over by its own timeout at the latest, even if nobody is left to tell. */
  function noteSaving(savingElsewhere: boolean) {
    forgetSaving();
    if (desk.getState().savingElsewhere !== savingElsewhere) desk.change({ savingElsewhere });
    if (savingElsewhere) forgetSaving = time.after(durations.requestTimeout, () => noteSaving(false));
  }

  /** Catches up with a newer version: a clean desk takes the text, a dirty one keeps its own and gets a conflict. */
  async function catchUp(projectId: string, version: number): Promise<void> {
    await inTurn(async () => {
      if (!isHere(projectId) || version <= desk.getState().project.version) return;
      const answer = await read(projectId);
      const state = desk.getState();
      if (!answer.ok || !isHere(projectId) || answer.data.version <= state.project.version) return;
      // Somebody else's project is saved as a copy, so its new text is no conflict; unsaved text just stays.
      if (isOwn(state) || !state.dirty) desk.meet(answer.data);
    });
  }

  /** A watch is refused for passing reasons too: only a project that cannot be read any more was removed meanwhile. */
  async function checkStanding(projectId: string): Promise<void> {
    const answer = await read(projectId);
    const isGone = !answer.ok && answer.error.status === 404;
    if (isGone && isHere(projectId) && !isRemoving(projectId)) desk.dropId('visibility');
  }

  function changeHere(projectId: string, part: Partial<WorkingProject>) {
    if (isHere(projectId)) desk.change({ project: { ...desk.getState().project, ...part } });
  }

  return {
    async saveStatus({ projectId, status, version, origin }) {
      if (origin === clientId || !isHere(projectId)) return;
      if (status === 'saved' && version !== undefined) await catchUp(projectId, version);
      if (isHere(projectId)) noteSaving(status === 'saving');
    },
    updated: ({ projectId, version }) => catchUp(projectId, version),
    likes: ({ projectId, likes }) => changeHere(projectId, { likes }),
    stats: ({ projectId, views, forkCount }) => changeHere(projectId, { views, forkCount }),
    removed({ projectId, by }) {
      if (!isHere(projectId) || isRemoving(projectId)) return;
      // What moderators take down is still its owner's to read and to save; the notice finds out where it is not.
      if (by === 'moderation' && isOwn(desk.getState()))
        changeHere(projectId, { isPublic: false, isEmbeddable: false, takenDown: true });
      else desk.dropId(by);
    },
    figures(projectId, figures) {
      noteSaving(false);
      if (!figures) return checkStanding(projectId);
      const { version, likes, views, forkCount } = figures;
      changeHere(projectId, { likes, views, forkCount });
      return catchUp(projectId, version);
    },
  };
}
