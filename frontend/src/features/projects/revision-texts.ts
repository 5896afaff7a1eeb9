/** Texts of the Revision history. */

import type { RevisionSummary } from '@studio/contract/http/revisions';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { recentMomentText } from '@/ui/moment.tsx';

export const history = 'Revision history';
export const historyText = 'Compare each version with the current one.';
export const revisions = 'Versions';
export const noRevisions = 'No versions yet';
export const noRevisionsText = 'Each save from now on is kept here.';
export const loading = 'Loading versions...';
export const loadFailed = 'Failed to load versions';
export const currentVersion = 'Current version';
export const isCurrentVersion = 'This is the current version.';
export const restoreRule = 'Restoring creates a new version; the current one is kept.';
export const restore = 'Restore';
export const nameVersion = 'Name this version';
export const rename = 'Rename';
export const versionName = 'Version name';
export const versionNameHint = 'For example: before the redesign';
export const saveName = 'Save name';
export const cancel = 'Cancel';
export const publishVersion = 'Publish this version';
export const publish = 'Publish';
export const published = 'Published';
export const publishRule =
  'It gets an address of its own, which keeps this text and its files, for everybody who can see the project.';
export const withdrawVersion = 'Withdraw';
export const withdraw = 'Withdraw this version';
export const withdrawRule =
  'Links and embeds of this version stop working. If you publish it again, it gets the same address.';
export const copyVersionLink = 'Copy link';
export const linkCopied = 'Link copied';

/** The change from the previous revision, in a few words. */
export function changeText({ change, kind, template, restoredFrom }: RevisionSummary): string {
  switch (change) {
    case 'template':
      return `Template: ${template}`;
    case 'framework':
      return 'Framework change';
    case 'packages':
      return 'Package change';
    case 'restore':
      return restoredFrom === null ? 'Restored version' : restoredText(restoredFrom);
    case 'large':
      return 'Large edit';
    case 'edit':
      return kind === 'auto' ? 'Auto-save' : 'Saved';
  }
}

/** The toast after restoring the version of this time. */
export const restoredText = (moment: string) => `Restored version from ${recentMomentText(moment)}`;

/** Empty if none is missing. */
export function missingFilesText(files: readonly string[]): string {
  if (files.length === 0) return '';
  const what = files.length === 1 ? 'a file that is' : 'files that are';
  return `This version uses ${what} no longer there: ${files.map(bidiIsolate).join(', ')}.`;
}
