import * as z from 'zod/mini';
import { route } from '../route.js';
import { IdParams } from './text.js';

/** What is said about a project in the forum: `replies` in its topic, null where there is none yet. Null: it cannot be discussed. */
export const Discussion = z.object({
  discussion: z.nullable(z.object({ replies: z.nullable(z.int()) })),
});
export type Discussion = z.infer<typeof Discussion>;

/** Where people talk about a project (specification: Discussions). */
export const discussionRoutes = {
  readDiscussion: route({
    method: 'GET',
    path: '/projects/:id/discussion',
    summary:
      'How many replies a public project’s topic in the forum has; nothing where no forum is set up, or the project is private.',
    access: 'optional',
    status: 200,
    params: IdParams,
    response: Discussion,
  }),
  discuss: route({
    method: 'GET',
    path: '/projects/:id/discuss',
    summary:
      'Redirect to a public project’s topic in the forum, or to a new one, filled in. 404 where no forum is set up, or the project is private.',
    access: 'none',
    status: 302,
    params: IdParams,
  }),
};
