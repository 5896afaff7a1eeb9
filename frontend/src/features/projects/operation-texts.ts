/** Toasts of what is loaded when it is first done (specification: Toasts). */

import type { ApiError } from '@/lib/http-client.ts';
import { failure, type Outcome, refusal } from './toast-texts.ts';

export const isPrivateWithoutLinks: Outcome = {
  ok: true,
  toast: 'This project is private',
  detail: 'Its links are revoked.',
};
export const isEmbeddableOnly: Outcome = {
  ok: true,
  toast: 'Embedding is on',
  detail: 'The project itself stays private.',
};
export const embeddingOff: Outcome = { ok: true, toast: 'Embedding is off' };
export const isPublic = (isEmbeddable: boolean): Outcome => ({
  ok: true,
  toast: 'This project is public',
  detail: isEmbeddable ? 'Anyone can view and embed it.' : 'Anyone can view it. Embedding is off.',
});
/** Without a reason where a notice of the open project shows it. */
export const unpublished = (reason?: string) => failure('Not published', reason);
export const revisionRestored = (detail: string): Outcome => ({ ok: true, toast: 'Project saved', detail });
export const forked: Outcome = { ok: true, toast: 'Project forked' };
export const duplicated: Outcome = { ok: true, toast: 'Project duplicated' };
export const removed: Outcome = { ok: true, toast: 'Project deleted' };
export const restored: Outcome = { ok: true, toast: 'Project restored' };
export const restoredAsPrivate: Outcome = {
  ok: true,
  toast: 'Project restored as private',
  detail: 'You have reached your limit for publishing.',
};

export const forkUnsaved = failure('Cannot fork', 'Save the project first.');
export const forkPrivate = failure('Cannot fork private project', 'Only public projects can be forked.');
export const forkLeft = failure(
  'Fork failed',
  'You left the project before it was forked. Open it and try again.',
);
export const forkFailed = ({ message }: ApiError) => failure('Fork failed', message);
export const duplicateUnsaved = failure('Cannot duplicate', 'Save the project first.');
export const duplicateLeft = failure(
  'Duplicate failed',
  'You left the project before it was duplicated. Open it and try again.',
);
export const duplicateFailed = ({ message }: ApiError) => failure('Duplicate failed', message);
export const isForeign = failure(
  'Save project first',
  'This project belongs to someone else. Save a copy of it first.',
);
export const embedUnsaved = failure(
  'Save project first',
  'Save the project before changing its embed settings.',
);
export const embedFailed = (error?: ApiError) =>
  failure('Failed to change embed setting', `Please try again or refresh the page.${refusal(error)}`);
export const removeFailed = ({ message }: ApiError) => failure('Delete failed', message);
export const restoreUnsaved = failure(
  'Restore failed',
  'Your latest changes have to be saved first. Try again when the server can be reached.',
);
export const restoreFailed = ({ message }: ApiError) => failure('Restore failed', message);
export const likeFailed = (error: ApiError) =>
  failure('Like failed', `Failed to like project.${refusal(error)}`);
export const leftUnsaved = failure(
  'Save failed',
  'You left the project before its newest text was saved. It is kept in this browser and offered again.',
);
export const templateNotInserted = (reason = '') =>
  failure(
    'Template not inserted',
    `Your code could not be saved first, so it was not replaced. ${reason}`.trimEnd(),
  );
