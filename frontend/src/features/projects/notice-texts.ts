/** Texts of the notices above the editors. */

import { momentText } from '@/ui/moment.tsx';
import type { PublicationLimit } from './model/project-state.ts';

export const textKept = 'Your text is kept in this browser and will be saved as soon as possible.';
export const longTextKept = 'Your text is kept in this browser. It is saved once you have changed it.';
/** For a text that the server refuses, which is not sent again by itself: the reason may be another, such as a quota. */
export const refusedTextKept =
  'Your text is kept in this browser. Change it, or save it again once the reason is gone.';
export const textNotKept = 'This browser cannot keep your text. Leave this page open until it is saved.';
export const restoreKept = 'Restore the kept text?';
export const restoreOver = 'It replaces your unsaved changes, which are then offered here in its place.';
export const changedElsewhere = 'This project was changed elsewhere. Your text is not saved yet.';
export const resolveConflict = 'Resolve conflict';
export const restore = 'Restore';
export const discard = 'Discard';
export const removed = 'This project was removed';
export const keepCopy = 'Keep as my copy';
export const dismiss = 'Dismiss';
export const chooseVisibilityAgain =
  'The project was saved, but the change of visibility was not. Please choose it again.';
export const privateForNow = 'This project is private for now.';
export const serverProblem = 'The server has a problem.';
export const serverUnreachable = 'The server cannot be reached.';
export const offline = 'You are offline.';
export const deletedMore = 'It was deleted. Its text is only in this window now, unless you keep a copy.';
export const ownDeletedMore =
  'It was deleted. It is in your trash for 30 days, and its text is also in this window.';
export const ownGoneMore =
  'It was deleted. If it is in your trash, you can restore it for 30 days. Keep a copy to be sure.';
export const moderationMore = 'A moderator took it down. You can still read its text here.';
export const madePrivateMore =
  'Its owner made it private. Its text is only in this window now, unless you keep a copy.';
export const goneMore =
  'It was deleted or made private. Its text is only in this window now, unless you keep a copy.';
export const openElsewhere = 'This project is also open in another window.';
export const openElsewhereMore = 'Saved changes sync between windows; unsaved ones do not.';
export const gotIt = 'Got it';

export const notSaved = (reason: string) => `Not saved. ${reason}`;

/** `of`: a project that was removed, never saved, or saved before or after; or a copy that may have been stored. */
export function draftKept(
  time: string,
  of: 'removed' | 'never saved' | 'saved before' | 'saved later' | 'copied',
): string {
  if (of === 'copied')
    return `A copy of this project was sent at ${time}, and may have been stored. Restore and save it again: it is stored only once.`;
  if (of === 'removed') return `This browser kept text from ${time} of a project that was removed.`;
  if (of === 'never saved') return `This browser kept text from ${time} of a project that was never saved.`;
  if (of === 'saved later')
    return `This browser kept text from ${time} that differs from the saved project, which was saved later.`;
  return `This browser kept text from ${time} that is newer than the saved project.`;
}

export const visibilityUnchanged = (isPublic: boolean) =>
  `The project is still ${isPublic ? 'public' : 'private'}.`;
const newcomer = (most: number, from: string | null) =>
  `A new account can make ${most} projects public on its first day.${publicFrom(from)}`;
const ofGroup = (group: string, most: number, from: string | null) =>
  `${most === 0 ? `The forum’s group ${group} cannot make projects public.` : `The forum’s group ${group} can make ${most === 1 ? '1 project' : `${most} projects`} public in 24 hours.`}${publicFrom(from)} Your groups in the forum decide this, as of your last sign-in.`;

export function whyNotPublic({ publishableFrom, most, group }: PublicationLimit): string {
  const from = publishableFrom && momentText(publishableFrom);
  return group === null ? newcomer(most, from) : ofGroup(group, most, from);
}

function publicFrom(time: string | null): string {
  return time === null ? '' : ` You can make this one public from ${time}.`;
}
