import * as z from 'zod/mini';
import { route } from '../route.js';
import { StorageInfo } from './assets.js';

/** SPEC 2 User Profile: what somebody's work has come to. */
export const UserStats = z.object({
  projects: z.int(),
  publicProjects: z.int(),
  /** Of all their projects together, and so are the next two. */
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
      'The caller’s projects, what others made of them, and the storage in use. What is in the trash does not count.',
    access: 'required',
    status: 200,
    response: UserStats,
  }),
};
