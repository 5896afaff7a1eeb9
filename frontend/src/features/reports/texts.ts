/** Texts of reports and takedowns. */

import type { ReportReason, Takedown } from '@studio/contract/http/reports';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';

export const appealSent = 'Appeal sent';
export const appealSentText = 'The moderators will look at it again.';
export const appeal = 'Appeal';
export const appealText = 'You can appeal once. The project stays hidden until the moderators decide.';
export const appealNote = 'Why should the project be restored?';
export const sendAppeal = 'Send appeal';
export const reportSent = 'Report sent';
export const whatIsWrong = 'What is wrong with it?';
export const reportNote = 'What should the moderators know? (optional)';
export const sendReport = 'Send report';
export const signInToReport = 'Sign in to tell the moderators what is wrong with it.';
export const signInToSend =
  'You have been signed out. Sign in again in another tab, then send your report here.';
export const signIn = 'Sign in';
export const goHome = 'Go to Home';
export const back = 'The moderators restored this project.';
export const backMore = 'Nothing in it has changed.';
export const dismiss = 'Dismiss';
export const takenDown = 'The moderators took this project down.';
export const why = 'Why?';
export const kept = 'Only you and the moderators can see it. Your code is kept.';
export const appealOpen = 'The moderators are reviewing your appeal.';

/** Names of the reasons for a report. */
export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Hateful, abusive or indecent',
  copyright: 'Copies someone’s work without permission',
  malware: 'Harmful: steals data, deceives or mines cryptocurrency',
  other: 'Something else',
};

export const appealNotSent = (problem: string) => `The appeal was not sent. ${problem}`;
export const reportNotSent = (problem: string) => `The report was not sent. ${problem}`;

export const reportTitle = (rev: number | null) =>
  rev === null ? 'Report project' : `Report version ${rev} of this project`;
export const reportSentText = (rev: number | null) =>
  `The moderators will review ${rev === null ? 'the project as it is now' : `version ${rev}`}.`;
export const reportSentPage = (rev: number | null) => `${reportSentText(rev)} You can close this page.`;

/** `state`: a sentence about the project's present state. */
export function takedownReason(
  { rev, reason, note }: Pick<Takedown, 'rev' | 'reason' | 'note'>,
  state: string,
): string {
  const where = rev === null ? '' : ` (published version ${rev})`;
  return `Reason: ${reasonNames[reason]}${where}.${quoted(note)} ${state}`;
}

export const appealDismissed = (reason: string) => `Your appeal was dismissed.${quoted(reason)}`;

function quoted(words: string): string {
  return words === '' ? '' : ` “${bidiIsolate(words)}”`;
}
