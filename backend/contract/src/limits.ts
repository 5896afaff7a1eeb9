/**
 * Sizes, lengths and counts that client and server share (specification: Limits); `durations.ts` has the times. Sizes
 * are UTF-8 bytes, lengths UTF-16 units.
 */
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
  /** External scripts and style sheets of one project. */
  resourcesPerProject: 50,
  /** A token of the forum; names and groups make it long. */
  forumTokenLength: 8_000,
  /** A token in a link that resets a password. */
  resetTokenLength: 1_000,
  /** The forum's response in an address; the server reads request lines of at most 16 KiB. */
  forumResponseLength: 12_000,
  searchLength: 200,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  /** The page size of the public browse dialog (specification: Dialogs). */
  browsePageSize: 30,
  browseWatchMax: 100,
  projectBodyBytes: 8 * 1_048_576,
  bodyBytes: 256 * 1_024,
  assetBytes: 104_857_600,
  assetNameLength: 200,
  /** Quota of one user (specification: Limits). Assets of others that forks keep have a second quota of this size. */
  storageBytes: 1_073_741_824,
  /** Of one account, including the trash (specification: Limits). */
  projectsPerAccount: 2_000,
  /** Of one account (specification: Limits). */
  filesPerAccount: 10_000,
  /** Of one account: HTML, CSS and script of all revisions of all its projects. */
  historyBytes: 2_147_483_648,
  /** Of one account, in all replicas. */
  uploadsPerAccount: 64,
  /** A project's captured picture: each side in pixels, and the length in base64. */
  pictureSide: 480,
  pictureLength: 80_000,
  idempotencyKeyLength: 200,
  idLength: 16,
  /** Per project: the newest, and older ones with a name. */
  revisionsKept: 100,
  /** Of each project. */
  namedRevisions: 50,
  revisionNameLength: 60,
  /** Of each project. */
  linksPerProject: 50,
  linkNameLength: 60,
  /** Notes to and from moderators. */
  moderationNoteLength: 1_000,
  /** npm packages that one project imports. */
  packagesPerProject: 100,
  /** Imports of packages that are resolved in one call. */
  specifiersPerLookup: 200,
  /** For an account younger than a day; private projects do not count. */
  newcomerPublishedPerDay: 5,
} as const;

/** A new project is auto-saved once a source has more characters, after trimming (specification: Auto-save). */
const newProjectAutoSaveMinimum = 10;

/** Whether a new project may be auto-saved: one of its sources exceeds the minimum (specification: Auto-save). */
export function isWorthAutoSaving(sources: { html: string; css: string; js: string }): boolean {
  return [sources.html, sources.css, sources.js].some(
    (text) => text.trim().length > newProjectAutoSaveMinimum,
  );
}
