import type { ApiError } from '@/lib/http-client.ts';
import { failure, refusal } from './outcome-messages.ts';

/** The texts of SPEC 8 for what else than a save ends badly. */
export const ownershipFailures = {
  forkUnsaved: failure('Cannot fork', 'Save the project first.'),
  forkPrivate: failure('Cannot fork private project', 'Only public projects can be forked.'),
  forkLeft: failure('Fork failed', 'You left the project before it was forked.'),
  fork: ({ message }: ApiError) => failure('Fork failed', message),
  duplicateUnsaved: failure('Cannot duplicate', 'Save the project first.'),
  duplicateLeft: failure('Duplicate failed', 'You left the project before it was duplicated.'),
  duplicate: ({ message }: ApiError) => failure('Duplicate failed', message),
  foreign: failure('Save project first', 'This project belongs to someone else. Save a copy of it first.'),
  embedUnsaved: failure('Save project first', 'Save the project before changing its embed settings.'),
  embed: (error?: ApiError) =>
    failure('Failed to change embed setting', `Please try again or refresh the page.${refusal(error)}`),
  remove: ({ message }: ApiError) => failure('Delete failed', message),
  restoreUnsaved: failure(
    'Restore failed',
    'Your latest changes have to be saved first. Try again when the server can be reached.',
  ),
  restore: ({ message }: ApiError) => failure('Restore failed', message),
} as const;
