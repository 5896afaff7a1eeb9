/** Every number that both sides of the wire must agree on (specification: Limits). Sizes are UTF-8 bytes, lengths UTF-16 units. */
export const limits = {
  sourceBytes: 1_048_576,
  titleLength: 120,
  descriptionLength: 2_000,
  tagCount: 20,
  tagLength: 30,
  emailLength: 254,
  usernameMin: 2,
  usernameMax: 30,
  passwordMin: 8,
  passwordMax: 128,
  urlLength: 2_000,
  /** A token of the forum; names and groups make it long. */
  forumTokenLength: 8_000,
  /** The forum's answer in an address; the server reads request lines of at most 16 KiB. */
  forumAnswerLength: 12_000,
  searchLength: 200,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  /** The public browse asks for 30 (specification: Dialogs). */
  browsePageSize: 30,
  browseWatchMax: 100,
  projectBodyBytes: 8 * 1_048_576,
  bodyBytes: 256 * 1_024,
  assetBytes: 104_857_600,
  assetNameLength: 200,
  /** Storage quota of one user (specification: Limits). What forks keep of others' assets counts towards as much again. */
  storageBytes: 1_073_741_824,
  /** Of one account; what is in the trash counts (specification: Limits). */
  projectsPerAccount: 2_000,
  /** Of one account (specification: Limits). */
  filesPerAccount: 10_000,
  /** Of one account: HTML, CSS and script of all revisions of all its projects. */
  historyBytes: 2_147_483_648,
  /** Of one account, in all replicas. */
  uploadsAtOnce: 64,
  /** Of a project's captured picture: each side in pixels, and its length in base64. */
  pictureSide: 480,
  pictureLength: 80_000,
  idempotencyKeyLength: 200,
  clientIdLength: 64,
  idLength: 16,
  /** Per project: the newest, and older ones with a name. */
  revisionsKept: 100,
  /** Of each project. */
  namedRevisions: 50,
  revisionNameLength: 60,
  /** Notes to and from moderators. */
  moderationNoteLength: 1_000,
  /** Of an account younger than a day; private work is never limited. */
  newcomerPublishedPerDay: 5,
} as const;

/** How long what the browser keeps is restored (specification: Local copies). By itself, because the script in the page needs nothing else. */
export const restoreWindow = 86_400_000;

/** Every duration that the product promises, in milliseconds. */
export const durations = {
  requestTimeout: 30_000,
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
  /** How long moderation events are kept. */
  activity: 30 * 86_400_000,
  /** How long evidence is kept after the last decision. */
  evidence: 180 * 86_400_000,
  /** Small automatic saves within this time become one revision. */
  revisionWindow: 5 * 60_000,
} as const;

/** A new project is auto-saved once one source has more than this many characters after trimming (specification: Auto-save). */
export const newProjectAutoSaveMinimum = 10;

/** A new project is worth an automatic save once one of its sources is longer than the minimum (specification: Auto-save). */
export function isWorthAutoSaving(sources: { html: string; css: string; js: string }): boolean {
  return [sources.html, sources.css, sources.js].some(
    (text) => text.trim().length > newProjectAutoSaveMinimum,
  );
}

/** How long (ms) a loop in user code may run without a pause: by default, and at most (ADR 38). */
export const usualLoopTime = 5_000;
export const longestLoopTime = 30_000;

/** Limits of the class names that a running page reports, for Tailwind to style; `length` in UTF-16 units (ADR 38). */
export const classLimits = { length: 200, batch: 200, total: 2_000 } as const;

/** How much of one console call is copied; the copy says what was left out. Lengths in UTF-16 units. */
export const consoleLimits = {
  args: 100,
  /** Of one object. */
  entries: 100,
  objects: 500,
  string: 10_000,
  /** All texts of one call together. */
  text: 100_000,
  /** Calls in one message. */
  batch: 100,
} as const;
