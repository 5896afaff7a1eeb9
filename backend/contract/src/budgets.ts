import type { RouteName } from './routes.js';

/** How many points one account, or one network without an account, may use within a window of time. */
export interface Budget {
  points: number;
  windowMs: number;
}

const minute = 60_000;
const day = 86_400_000;

/**
 * The budgets of calls and sockets. They are far above the needs of a person, a school class behind one address or a
 * forum full of embeds, and keep one account or machine from using up what others need. RATE_LIMIT_SCALE multiplies the
 * points.
 */
export const budgets = {
  /** Every call of a network, with or without an account. */
  network: { points: 60_000, windowMs: minute },
  /** Pages of one listener: the app, embeds, cards, rendered documents. A class with 20 embeds takes 600 of each. */
  page: { points: 6_000, windowMs: minute },
  /** Files of one listener: scripts, libraries, users' files, avatars, and addresses that do not exist. */
  file: { points: 10_000, windowMs: minute },
  /** Health and metrics. Nothing else uses it, so that a flood does not hide a replica from monitoring. */
  probe: { points: 10_000, windowMs: minute },
  /** One resource by its id. */
  read: { points: 30_000, windowMs: minute },
  /** Lists and searches: the database looks at many rows. */
  list: { points: 6_000, windowMs: minute },
  /** Changes to existing resources. */
  write: { points: 9_000, windowMs: minute },
  /** Calls that create a project. Per day, because projects stay. */
  create: { points: 5_000, windowMs: day },
  /** Files; their bytes are limited by the quota. */
  upload: { points: 1_200, windowMs: minute },
  /** Calls that may check a password. Wrong passwords have tighter limits (specification: Limits). */
  signIn: { points: 600, windowMs: minute },
  /** Requests for links that open nothing. Mistyped ones are rare, and a guess has to match 128 random bits. */
  linkMiss: { points: 60, windowMs: minute },
  /** The Admin Panel. */
  admin: { points: 6_000, windowMs: minute },
  /** Events that a socket sends. */
  socketEvent: { points: 6_000, windowMs: minute },
  /** Attempts to open a socket: twice as many as the open sockets of a network, so that all can reconnect at once. */
  socket: { points: 6_000, windowMs: minute },
  /** Packages that are fetched from the registry, and their bytes. Per day, because they stay. */
  fetchedPackages: { points: 10_000, windowMs: day },
  /** Seconds that one replica spends compiling the projects of one owner, whoever views them. */
  compiling: { points: 40, windowMs: minute },
} as const satisfies Record<string, Budget>;
export type BudgetName = keyof typeof budgets;

/**
 * A call takes one more point per this many bytes by which its response, before compression, is longer than its
 * request; a page, per this many bytes of sources that were read to write it; the declarations of a package, per this
 * many bytes.
 */
export const responseBytesPerPoint = 65_536;

/** A fetched package takes one more point per this many bytes of its archive, and of the blocks that its files take. */
export const archiveBytesPerPoint = 100_000;

/** The class of each route: the budget that its calls use besides that of the network. `probe` is used alone. */
export const budgetOfRoute: Record<RouteName, BudgetName> = {
  register: 'signIn',
  login: 'signIn',
  forumLogin: 'signIn',
  changePassword: 'signIn',
  requestPasswordReset: 'signIn',
  resetPassword: 'signIn',
  discourseStart: 'signIn',
  discourseCallback: 'signIn',
  forumWebhook: 'write',
  me: 'read',
  updateMe: 'write',
  logout: 'write',
  userStats: 'list',
  createProject: 'create',
  forkProject: 'create',
  duplicateProject: 'create',
  listProjects: 'list',
  listPublicProjects: 'list',
  listTrash: 'list',
  readProject: 'read',
  readProjectSummary: 'read',
  updateProject: 'write',
  storePicture: 'write',
  deleteProject: 'write',
  restoreProject: 'write',
  toggleLike: 'write',
  setLike: 'write',
  clearLike: 'write',
  forkSource: 'read',
  readDiscussion: 'read',
  discuss: 'read',
  listForks: 'list',
  listLinks: 'read',
  createLink: 'write',
  revokeLink: 'write',
  revokeLinks: 'write',
  openLink: 'read',
  forkLinked: 'create',
  listRevisions: 'list',
  readRevision: 'read',
  nameRevision: 'write',
  publishRevision: 'write',
  withdrawRevision: 'write',
  readPublishedVersion: 'read',
  restoreRevision: 'write',
  reportProject: 'write',
  readTakedown: 'read',
  appealTakedown: 'write',
  listAssets: 'list',
  assetStorage: 'list',
  uploadAsset: 'upload',
  deleteAsset: 'write',
  assetUses: 'list',
  listTemplates: 'read',
  searchPackages: 'list',
  resolvePackages: 'list',
  studioConfig: 'read',
  oembed: 'read',
  live: 'probe',
  ready: 'probe',
  metrics: 'probe',
  moderatedProjects: 'admin',
  purgeProject: 'admin',
  managedUsers: 'admin',
  setAdmin: 'admin',
  setSuspension: 'admin',
  reports: 'admin',
  readReport: 'admin',
  reportEvidence: 'admin',
  resolveReport: 'admin',
  activity: 'admin',
  auditLog: 'admin',
};
