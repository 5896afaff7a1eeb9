import type { ApiError } from '@/lib/http-client.ts';
import type { Outcome } from './project-state.ts';

type Failure = Extract<Outcome, { ok: false }>;

const failure = (toast: string, detail?: string): Failure =>
  detail === undefined ? { ok: false, toast } : { ok: false, toast, detail };

/** The texts of SPEC 8 for what ends badly here; where SPEC gives only a title, the server's sentence follows it. */
export const failures = {
  notLoggedIn: failure('Save failed', 'You must be logged in to save projects'),
  save: (error?: ApiError) =>
    failure('Save failed', `Failed to save project. Please try again.${refusal(error)}`),
  leftBehind: failure(
    'Save failed',
    'You left the project before its newest text was saved. It is kept in this browser and offered again.',
  ),
  conflict: failure('Save failed', 'This project was changed in another window. Choose which text to keep.'),
  load: ({ message }: ApiError) => failure('Failed to load project', message),
  loadOverTyping: failure('Failed to load project', 'You have changed the open project since.'),
  missingId: failure('Cannot load project', 'Project ID is missing. Please refresh and try again.'),
  loadShared: failure('Failed to load shared project', "The project may be private or doesn't exist"),
  forkUnsaved: failure('Cannot fork', 'Save the project first.'),
  forkPrivate: failure('Cannot fork private project', 'Only public projects can be forked.'),
  forkLeft: failure('Fork failed', 'You left the project before it was forked.'),
  fork: ({ message }: ApiError) => failure('Fork failed', message),
  foreign: failure('Save project first', 'This project belongs to someone else. Save a copy of it first.'),
  embedUnsaved: failure('Save project first', 'Save the project before changing its embed settings.'),
  embed: (error?: ApiError) =>
    failure('Failed to change embed setting', `Please try again or refresh the page.${refusal(error)}`),
  remove: ({ message }: ApiError) => failure('Delete failed', message),
  restore: ({ message }: ApiError) => failure('Restore failed', message),
} as const;

export const successes = {
  saved: { ok: true, toast: 'Project saved' },
  restored: { ok: true, toast: 'Project saved', detail: 'Its earlier text is back.' },
  copied: { ok: true, toast: 'Project copy saved' },
  loaded: { ok: true, toast: 'Project loaded' },
  loadedShared: { ok: true, toast: 'Shared project loaded' },
  forked: { ok: true, toast: 'Project forked' },
  removed: { ok: true, toast: 'Project deleted' },
  /** Worth no toast: the page shows it. */
  quiet: { ok: true },
} as const satisfies Record<string, Outcome>;

/** Trying again does not help at once where the server refused the content, or too many calls, so its reason is told too. */
function refusal(error?: ApiError): string {
  return error && [400, 403, 413, 429].includes(error.status ?? 0) ? ` ${error.message}` : '';
}
