import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { pageOf, pageQuery } from './paging.js';
import { ProjectSummary, projectSorts } from './projects.js';
import { Id, IdParams, Timestamp, text, visibleText } from './text.js';

/** Filters of the moderation list: `reported` projects have an open report, `new` ones were published within a day. */
export const moderationFilters = ['all', 'reported', 'new', 'removed'] as const;
export type ModerationFilter = (typeof moderationFilters)[number];

/** A project as moderators see it, private or not, with its reports. */
export const ModeratedProject = z.extend(ProjectSummary, {
  /** Not public, but links open it now (specification: Visibility). */
  isByLink: z.boolean(),
  /** Reports without a decision. */
  openReports: z.int(),
  /** When it was taken down; null if it was not. */
  removedAt: z.nullable(Timestamp),
  ownerSuspended: z.boolean(),
});
export type ModeratedProject = z.infer<typeof ModeratedProject>;

export const ModeratedProjectsQuery = z.object({
  ...pageQuery,
  sortBy: z._default(z.enum(projectSorts), 'recent'),
  filter: z._default(z.enum(moderationFilters), 'all'),
});
export type ModeratedProjectsQuery = z.infer<typeof ModeratedProjectsQuery>;

export const userSorts = ['recent', 'alphabetical', 'admin'] as const;
export type UserSort = (typeof userSorts)[number];

/** An account as admins see it. */
export const ManagedUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** The account of ADMIN_EMAIL: its right cannot be revoked, and it cannot be suspended. */
  isFirstAdmin: z.boolean(),
  /** The account came from the forum. */
  fromForum: z.boolean(),
  projects: z.int(),
  createdAt: Timestamp,
  suspendedAt: z.nullable(Timestamp),
  suspensionReason: z.nullable(z.string()),
  /** When the forum deleted the account; it is removed 30 days later. */
  forumDestroyedAt: z.nullable(Timestamp),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

export const UsersQuery = z.object({
  ...pageQuery,
  sortBy: z._default(z.enum(userSorts), 'recent'),
});
export type UsersQuery = z.infer<typeof UsersQuery>;

/** In the query, because the call has no body; by default the right is granted (specification: HTTP). */
export const AdminGrantQuery = z.object({
  grant_admin: z.pipe(
    z._default(z.enum(['true', 'false']), 'true'),
    z.transform((value) => value === 'true'),
  ),
});
export type AdminGrantQuery = z.infer<typeof AdminGrantQuery>;

export const Suspension = z.object({
  suspended: z.boolean(),
  /** Shown to the user at the next sign-in. */
  reason: visibleText(limits.moderationNoteLength),
});
export type Suspension = z.infer<typeof Suspension>;

/** An optional reason for the audit log (specification: HTTP). */
export const DeletionQuery = z.object({ reason: z.optional(text(limits.moderationNoteLength)) });
export type DeletionQuery = z.infer<typeof DeletionQuery>;

/** All answer 401 without a session, and 403 if the caller is not an admin at that moment. */
export const adminRoutes = {
  moderatedProjects: route({
    method: 'GET',
    path: '/admin/projects',
    summary: 'Everybody’s projects, private ones too, searched, filtered and sorted.',
    access: 'admin',
    status: 200,
    query: ModeratedProjectsQuery,
    response: pageOf(ModeratedProject),
  }),
  purgeProject: route({
    method: 'DELETE',
    path: '/admin/projects/:id',
    summary: 'Delete anybody’s project permanently, with its history. 404 when it is gone already.',
    access: 'admin',
    status: 204,
    params: IdParams,
    query: DeletionQuery,
  }),
  managedUsers: route({
    method: 'GET',
    path: '/admin/users',
    summary: 'All accounts, searched by name or email.',
    access: 'admin',
    status: 200,
    query: UsersQuery,
    response: pageOf(ManagedUser),
  }),
  setAdmin: route({
    method: 'PATCH',
    path: '/admin/users/:id/admin',
    summary:
      'Grant somebody the admin right, or revoke it. 409 for the first admin, the last one, and an account that is suspended or deleted by the forum.',
    access: 'admin',
    status: 200,
    params: IdParams,
    query: AdminGrantQuery,
    response: ManagedUser,
  }),
  setSuspension: route({
    method: 'PATCH',
    path: '/admin/users/:id/suspension',
    summary:
      'Suspend somebody: sessions end, public projects are hidden. Or lift the suspension, with their projects as before. 409 for an admin, and for an account that is suspended for another reason.',
    access: 'admin',
    status: 200,
    params: IdParams,
    body: Suspension,
    response: ManagedUser,
  }),
};
