import { presentContent, sameContent } from './content.ts';
import type { ProjectDependencies } from './dependencies.ts';
import type { Desk } from './desk.ts';
import { type Draft, writerOf } from './drafts.ts';
import type { ProjectState } from './project-state.ts';

/** Unsaved text of an earlier opening, found when its project is opened again (CONTRACT 4). */
export interface DraftOffer {
  /** Offers the newest draft that holds anything else than the server does, and throws away those that do not. */
  review(): Promise<void>;
  /** The offered text comes onto the desk, unsaved; where others have saved meanwhile, saving it is a conflict. */
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
      const state = desk.getState();
      const { offered } = state;
      if (!offered) return;
      desk.replaceText(offered.content);
      if (!continues(offered, state)) {
        const { project } = desk.getState();
        desk.change({ project: { ...project, version: offered.version }, acknowledged: null });
      }
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
      const offered = others.find(isNews);
      if (offered) desk.change({ offered, notice: { kind: 'draft', savedAt: offered.savedAt } });
    },
  };
}

/** Whether a draft continues what the server holds; else others have moved on, and both texts must be looked at. */
function continues({ version, sent }: Draft, { project, acknowledged }: ProjectState): boolean {
  return version === project.version || (sent !== null && sameContent(sent, acknowledged));
}
