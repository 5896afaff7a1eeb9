import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { pageOf, pageQuery } from './paging.js';
import { Id, Timestamp, text } from './text.js';

/** All actions of moderators, of the forum and of the studio itself that concern people and their work. */
export const auditActions = [
  'project.deleted',
  'project.removed',
  'project.reinstated',
  'report.dismissed',
  'report.upheld',
  'appeal.rejected',
  'user.admin-granted',
  'user.admin-revoked',
  'user.suspended',
  'user.unsuspended',
  'user.sessions-ended',
  'user.password-reset',
  'forum.user-logged-out',
  'forum.user-suspended',
  'forum.user-destroyed',
  'forum.user-restored',
  'forum.user-moved',
  'forum.user-removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did it; null: the forum, or the studio itself. */
export const Actor = z.nullable(z.object({ id: Id, username: z.string() }));
export type Actor = z.infer<typeof Actor>;

/** The object of an action, with its name at that moment, since it may be deleted later. */
export const Subject = z.object({
  kind: z.enum(['project', 'user', 'report']),
  id: Id,
  name: z.string(),
});
export type Subject = z.infer<typeof Subject>;

/** One entry of the log, which is never changed or removed. */
export const AuditEntry = z.object({
  id: Id,
  actor: Actor,
  action: z.enum(auditActions),
  subject: Subject,
  at: Timestamp,
  reason: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The database accepts no year 0, and no fraction of a second with very many digits. */
const Moment = Timestamp.check(
  z.maxLength(40),
  z.refine((at) => !at.startsWith('0000'), 'must be in the year 1 or later'),
);

/** `search` applies to names and reasons. */
export const AuditQuery = z.object({
  ...pageQuery,
  action: z.optional(z.enum(auditActions)),
  /** From this moment (inclusive) until that one (exclusive). */
  from: z.optional(Moment),
  until: z.optional(Moment),
  actor: z.optional(text(limits.idLength)),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const auditRoutes = {
  auditLog: route({
    method: 'GET',
    path: '/admin/audit',
    summary:
      'Who did what to whom, when and why, the latest first. With `Accept: text/csv` all that match, as a file.',
    access: 'admin',
    status: 200,
    query: AuditQuery,
    response: pageOf(AuditEntry),
  }),
};
