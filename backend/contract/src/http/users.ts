import * as z from 'zod/mini';
import { route } from '../route.js';
import { StorageInfo } from './assets.js';

/** The statistics of a user's projects and files (specification: Dialogs). */
export const UserStats = z.object({
  projects: z.int(),
  publicProjects: z.int(),
  /** Like `views` and `forks` the sum over all projects of the user. */
  likesReceived: z.int(),
  views: z.int(),
  forks: z.int(),
  storage: z.pick(StorageInfo, { totalUsed: true, totalLimit: true, assetCount: true }),
});
export type UserStats = z.infer<typeof UserStats>;

export const userRoutes = {
  userStats: route({
    method: 'GET',
    path: '/users/me/stats',
    summary:
      'The caller’s projects with their views, likes and forks, and the storage in use. The trash does not count.',
    access: 'required',
    status: 200,
    response: UserStats,
  }),
};
