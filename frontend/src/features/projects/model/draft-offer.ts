import { presentContent, sameContent } from './content.ts';
import type { ProjectDependencies } from './dependencies.ts';
import type { Desk } from './desk.ts';
import { type Draft, writerOf } from './drafts.ts';

/** A draft's time is this machine's and a save's the server's; a save may also have been on its way when the draft was written. */
const clockTolerance = 60_000;

/** Unsaved text of an earlier opening, found when its project is opened again (CONTRACT 4). */
export interface DraftOffer {
  /** Offers the newest draft that is newer than the server's text, and throws away those that hold nothing else. */
  review(): Promise<void>;
  /** The offered text comes onto the desk, unsaved. */
  restore(): void;
  /** The offered text is thrown away. */
  discard(): void;
}

export function createDraftOffer(
  desk: Desk,
  { drafts, time, clientId }: ProjectDependencies,
  keep: () => void,
): DraftOffer {
  function discard() {
    const { offered, notice } = desk.getState();
    if (!offered) return;
    void drafts.remove(offered);
    desk.change({ offered: null, notice: notice?.kind === 'draft' ? null : notice });
  }

  return {
    discard,
    restore() {
      const { offered } = desk.getState();
      if (!offered) return;
      desk.replaceText(offered.content);
      keep();
      discard();
    },
    async review() {
      const { userId, project, opening } = desk.getState();
      if (userId === null) return;
      const found = await drafts.list(userId, project.key, time.now());
      const state = desk.getState();
      if (state.opening !== opening) return;
      const others = found.filter(({ writer }) => writer !== writerOf(state, clientId));
      const present = presentContent(state);
      const isNews = ({ content }: Draft) =>
        !sameContent(content, present) && !sameContent(content, state.acknowledged);
      for (const draft of others) if (!isNews(draft)) void drafts.remove(draft);
      const saved = state.project.updatedAt === null ? 0 : Date.parse(state.project.updatedAt);
      const offered = others.find(
        (draft) =>
          isNews(draft) &&
          (draft.version === state.project.version || draft.savedAt > saved - clockTolerance),
      );
      if (offered) desk.change({ offered, notice: { kind: 'draft', savedAt: offered.savedAt } });
    },
  };
}
