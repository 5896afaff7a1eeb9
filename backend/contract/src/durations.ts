/**
 * How long local copies in the browser can be restored, and how long a request may take, in milliseconds (specification:
 * Local copies, HTTP). Separate constants, because the inline script of the page imports only these.
 */
export const restoreWindow = 86_400_000;
export const requestTimeout = 30_000;

/** Durations that several parts of the product share, in milliseconds. */
export const durations = {
  requestTimeout,
  editorDebounce: 150,
  projectDebounce: 500,
  autoSaveDelay: 2_000,
  draftDelay: 250,
  toast: 5_000,
  refreshSpinner: 200,
  restoreWindow,
  session: 7 * 86_400_000,
  /** How far ahead a token of the forum may end (specification: Forum sign-in). */
  forumToken: 10 * 60_000,
  /** Until the redirect after signing in (specification: Forum sign-in). */
  forumRedirect: 2_000,
  viewWindow: 30 * 60_000,
  trash: 30 * 86_400_000,
  /** How long an account counts as new: it may publish less, and moderators see its projects as new. */
  newcomer: 86_400_000,
  /** How long the picture of a project in the moderators' list can be loaded at least. */
  moderatorCardUrl: 3_600_000,
  /** How long moderation events are kept. */
  activity: 30 * 86_400_000,
  /** How long evidence is kept after the last decision. */
  evidence: 180 * 86_400_000,
  /** Small automatic saves within this time become one revision. */
  revisionWindow: 5 * 60_000,
} as const;

/** How long (ms) a loop in user code may run without a pause: by default, and at most (ADR 38). */
export const defaultLoopTime = 5_000;
export const maxLoopTime = 30_000;
