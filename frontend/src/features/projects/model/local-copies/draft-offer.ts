import { nanoid } from 'nanoid';
import { copyForeignMark } from '@/lib/foreign-code.ts';
import { type ProjectDependencies, type ProjectState } from '../project-state.ts';
import type { WorkingCopy } from '../working-copy.ts';
import { blankProject, contentOf, currentContent, type RemovedBy, sameContent } from '../working-project.ts';
import { type Draft, writerOf } from './draft-storage.ts';
import { draftOf } from './local-copies.ts';

/** What offering unsaved text of an earlier opening needs (specification: Local copies). */
interface DraftOfferParts {
  workingCopy: WorkingCopy;
  dependencies: ProjectDependencies;
  /** Writes the local copies now. */
  flushLocalCopies(): void;
}

/**
 * Offers the newest draft that differs from the server's text and is not open in any window, and deletes drafts equal
 * to the server's text. A draft whose copy was sent without a response is offered whatever its text: made again with its
 * key, the copy is the same project. `ofNew`: drafts of projects that were never saved, else those of the present
 * project.
 */
export async function offerDrafts(
  { workingCopy, dependencies }: DraftOfferParts,
  ofNew: boolean,
): Promise<void> {
  const { drafts, time, clientId, findActiveWriters } = dependencies;
  const { userId, project, opening } = workingCopy.getState();
  if (userId === null) return;
  const [found, living] = await Promise.all([
    drafts.list(userId, ofNew ? null : project.key, time.now()),
    findActiveWriters(),
  ]);
  const state = workingCopy.getState();
  if (state.opening !== opening || state.notice) return;
  const left = found.filter(({ writer }) => writer !== writerOf(state, clientId) && !living.includes(writer));
  const present = currentContent(state);
  const isNews = (draft: Draft) =>
    hasUnansweredCopy(draft) ||
    (!sameContent(draft.content, present) && !sameContent(draft.content, state.acknowledged));
  for (const draft of left) if (!isNews(draft)) void drafts.remove(draft);
  const offered = left.find(isNews);
  if (offered) workingCopy.change({ notice: { kind: 'draft', draft: offered } });
}

/**
 * Moves the drafts of a project that can no longer be read: its address shows no project that could offer them, so they
 * are offered at `/`, as text of a removed project.
 */
export async function moveDraftsOfRemoved(
  { user, drafts, time, findActiveWriters, localStorage }: ProjectDependencies,
  projectKey: string,
  by: RemovedBy,
): Promise<void> {
  const userId = user()?.id;
  if (userId === undefined) return;
  const [found, living] = await Promise.all([
    drafts.list(userId, projectKey, time.now()),
    findActiveWriters(),
  ]);
  for (const draft of found.filter(({ writer }) => !living.includes(writer))) {
    const { key } = blankProject();
    copyForeignMark(localStorage, draft.projectKey, key);
    const moved = { ...draft, projectKey: key, isNew: true, detached: by, version: 0, unanswered: null };
    if (await drafts.put(moved)) await drafts.remove(draft);
  }
}

/**
 * Opens the offered text, unsaved; if the project was saved elsewhere meanwhile, saving it is a conflict. Unsaved text
 * that it replaces is offered in turn.
 */
export async function restoreDraft(parts: DraftOfferParts): Promise<void> {
  const { workingCopy, dependencies, flushLocalCopies } = parts;
  const { drafts, time } = dependencies;
  const state = workingCopy.getState();
  const offered = offeredDraft(state);
  if (!offered) return;
  let replaced: Promise<boolean> | null = null;
  if (offered.isNew && offered.projectKey !== state.project.key) {
    flushLocalCopies();
    const blank = blankProject();
    const isPublic = offered.unanswered?.isPublic ?? false;
    const project = { ...blank, ...offered.content, key: offered.projectKey, isPublic };
    workingCopy.open(project, contentOf(blank), state.userId);
    // The save may have arrived: repeated with its key, it creates no second project.
    workingCopy.change({}, { type: 'restored', attempt: offered.unanswered });
    if (offered.detached) workingCopy.detach(offered.detached);
  } else {
    // As of another writer, since this opening goes on with the restored text.
    const name = { userId: offered.userId, projectKey: state.project.key, writer: nanoid() };
    if (state.dirty) replaced = drafts.put(draftOf(state, name, time.now()));
    workingCopy.replaceText(offered.content);
    if (!continues(offered, state)) {
      const { project } = workingCopy.getState();
      workingCopy.change({ project: { ...project, version: offered.version }, acknowledged: null });
    }
    if (hasUnansweredCopy(offered)) workingCopy.change({}, { type: 'restored', attempt: offered.unanswered });
  }
  flushLocalCopies();
  void drafts.remove(offered);
  withdrawOffer(workingCopy);
  if (await replaced) await offerDrafts(parts, state.project.id === null);
}

/** Deletes the offered draft, and offers the next one. */
export async function discardDraft(parts: DraftOfferParts): Promise<void> {
  const { workingCopy, dependencies } = parts;
  const offered = offeredDraft(workingCopy.getState());
  withdrawOffer(workingCopy);
  if (!offered) return;
  await dependencies.drafts.remove(offered);
  await offerDrafts(parts, offered.isNew);
}

/** The offered draft; null without a draft notice. */
export function offeredDraft({ notice }: Pick<ProjectState, 'notice'>): Draft | null {
  return notice?.kind === 'draft' ? notice.draft : null;
}

function withdrawOffer(workingCopy: WorkingCopy): void {
  if (offeredDraft(workingCopy.getState())) workingCopy.change({ notice: null });
}

/** Whether a copy of a saved project was sent with this text, and may have arrived. */
export function hasUnansweredCopy({ isNew, unanswered }: Draft): boolean {
  return !isNew && unanswered?.creates === true;
}

/** Whether a draft is based on the server's text; otherwise the project was changed elsewhere: a conflict. */
export function continues({ version, unanswered }: Draft, { project, acknowledged }: ProjectState): boolean {
  return (
    version === project.version || (unanswered !== null && sameContent(unanswered.content, acknowledged))
  );
}
