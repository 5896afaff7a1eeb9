import * as z from 'zod/mini';
import { route } from '../route.js';
import { Actor, Subject } from './audit.js';
import { PageQuery, pageOf } from './paging.js';
import { Id, Timestamp } from './text.js';

export const moderationEventTypes = [
  'project-published',
  'project-deleted',
  'report-filed',
  'report-resolved',
  'user-admin-changed',
  'user-suspended',
  'user-unsuspended',
] as const;

/** An event that moderators see live (`moderation:event`) and in the activity list (specification: Sockets). */
export const ModerationEvent = z.object({
  id: Id,
  type: z.enum(moderationEventTypes),
  actor: Actor,
  subject: Subject,
  at: Timestamp,
});
export type ModerationEvent = z.infer<typeof ModerationEvent>;

export const activityRoutes = {
  activity: route({
    method: 'GET',
    path: '/admin/activity',
    summary:
      'The moderation events of the last 30 days, the latest first; `moderation:event` announces them live.',
    access: 'admin',
    status: 200,
    query: PageQuery,
    response: pageOf(ModerationEvent),
  }),
};
