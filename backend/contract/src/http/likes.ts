import * as z from 'zod/mini';
import { route } from '../route.js';
import { IdParams } from './text.js';

/** A project's likes, and whether one of them is the caller's. */
export const Likes = z.object({ likes: z.int(), isLiked: z.boolean() });
export type Likes = z.infer<typeof Likes>;

export const likeRoutes = {
  toggleLike: route({
    method: 'POST',
    path: '/projects/:id/like',
    summary: 'Like a project, or take the like back.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: Likes,
  }),
  setLike: route({
    method: 'PUT',
    path: '/projects/:id/like',
    summary: 'Like a project; a second time changes nothing.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: Likes,
  }),
  clearLike: route({
    method: 'DELETE',
    path: '/projects/:id/like',
    summary: 'Take a like back; a second time changes nothing.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: Likes,
  }),
};
