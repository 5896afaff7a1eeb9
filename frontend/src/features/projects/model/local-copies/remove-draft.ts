import { type DraftStorage, writerOf } from './draft-storage.ts';

/** Removes the draft of one opening of a project in this tab. */
export function removeDraft(
  { drafts, clientId }: { drafts: DraftStorage; clientId: string },
  state: { userId: string | null; opening: number; project: { key: string } },
): void {
  const { userId, project } = state;
  if (userId !== null)
    void drafts.remove({ userId, projectKey: project.key, writer: writerOf(state, clientId) });
}
