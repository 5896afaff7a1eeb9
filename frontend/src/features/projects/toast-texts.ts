import type { ApiError } from '@/lib/http-client.ts';
import { partNotLoaded } from '@/ui/texts.ts';
import { showPartNotLoaded } from '@/ui/toast/part-not-loaded.ts';
import { toast } from '@/ui/toast/toast.ts';

/** An action's outcome. `toast`: a documented text (specification: Toasts); `detail`: the server's sentence. */
export type Outcome =
  | { ok: true; toast?: string; detail?: string }
  /** `pending`: not done yet; stored in this browser and repeated. */
  | { ok: false; toast: string; detail?: string; pending?: true };

export type Failure = Extract<Outcome, { ok: false }>;

/** An outcome that is shown in a toast. */
export const failure = (toast: string, detail?: string): Failure =>
  detail === undefined ? { ok: false, toast } : { ok: false, toast, detail };

/** The texts of failures; one with only a title is followed by the server's sentence (specification: Toasts). */
export const failures = {
  notLoggedIn: failure('Save failed', 'You must be logged in to save projects'),
  save: (error?: ApiError) =>
    failure('Save failed', `Failed to save project. Please try again.${refusal(error)}`),
  /** The server cannot be reached, and the save is repeated until it can. */
  pending: (error: ApiError): Failure => ({
    ...failure(
      'Save failed',
      `Failed to save project. Please try again.${refusal(error)} Your text is kept in this browser.`,
    ),
    pending: true,
  }),
  rejected: (reason: string) => failure('Save failed', `Failed to save project. Please try again. ${reason}`),
  /** The code of the action could not be loaded. */
  unfetched: failure(partNotLoaded),
  conflict: failure('Save failed', 'This project was changed in another window. Choose which text to keep.'),
  load: ({ message }: ApiError) => failure('Failed to load project', message),
  loadOverTyping: failure('Failed to load project', 'You have changed the open project in the meantime.'),
  missingId: failure('Cannot load project', 'Project ID is missing. Please refresh and try again.'),
  loadShared: failure('Failed to load shared project', "The project may be private or doesn't exist"),
} as const;

export const successes = {
  saved: { ok: true, toast: 'Project saved' },
  copied: { ok: true, toast: 'Project copy saved' },
  loaded: { ok: true, toast: 'Project loaded' },
  loadedShared: { ok: true, toast: 'Shared project loaded' },
  /** No toast, as the page shows the outcome. */
  quiet: { ok: true },
} as const satisfies Record<string, Outcome>;

/** The server's reason, shown if an immediate retry would not help: the content, or too many calls. */
export function refusal(error?: ApiError): string {
  return error && [400, 403, 413, 429].includes(error.status ?? 0) ? ` ${error.message}` : '';
}

/** Shows the outcome of an action in a toast; true if it succeeded. */
export function showOutcomeToast(outcome: Outcome): boolean {
  if (outcome === failures.unfetched) showPartNotLoaded();
  else if (outcome.toast !== undefined) {
    toast({ title: outcome.toast, description: outcome.detail, tone: outcome.ok ? 'plain' : 'danger' });
  }
  return outcome.ok;
}
