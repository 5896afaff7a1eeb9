import * as z from 'zod/mini';
import { route } from '../route.js';
import { PageQuery, pageOf } from './paging.js';
import { Id, IdParams, Timestamp } from './text.js';

/** The project that a project was forked from; null if it is no fork, or the caller may not read that project. */
export const ForkSource = z.object({
  source: z.nullable(z.object({ id: Id, title: z.string(), username: z.string() })),
});
export type ForkSource = z.infer<typeof ForkSource>;

/** A public fork. `forkCount`: the number of its own forks, including private ones. */
export const Fork = z.object({
  id: Id,
  title: z.string(),
  username: z.string(),
  likes: z.int(),
  views: z.int(),
  forkCount: z.int(),
  createdAt: Timestamp,
});
export type Fork = z.infer<typeof Fork>;

/**
 * One level of a tree: the public forks of a project, and those of its private forks. Private forks are only counted.
 * `publicForks` and `privateForks` count all levels below, up to 5,000 forks.
 */
export const ForkPage = z.extend(pageOf(Fork), { publicForks: z.int(), privateForks: z.int() });
export type ForkPage = z.infer<typeof ForkPage>;

export const forkRoutes = {
  forkSource: route({
    method: 'GET',
    path: '/projects/:id/source',
    summary: 'The project that a project was forked from, where the caller may read both.',
    access: 'optional',
    status: 200,
    params: IdParams,
    response: ForkSource,
  }),
  listForks: route({
    method: 'GET',
    path: '/projects/:id/forks',
    summary:
      'One level of the tree of a project’s public forks, the most liked first, and how many are private.',
    access: 'optional',
    status: 200,
    params: IdParams,
    query: PageQuery,
    response: ForkPage,
  }),
};
