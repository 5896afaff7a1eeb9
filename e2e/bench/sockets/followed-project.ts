import { setTimeout as wait } from 'node:timers/promises';
import { likeRoutes } from '@studio/contract/http/likes';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { callApi } from '../../stack/api.ts';
import { watching } from './crowd.ts';

/** The beginning of the message that notifies followers of a like. */
export const likeEvent = '42["project:likes"';

/** In ms: the second like within a second is told at its end (specification: Sockets), which may be 20 ms later. */
const intervalMs = 1_020;

/** A public project. Each call of `like` sets the like or takes it back, once the last one is long enough ago. */
export async function followedProject(studioUrl: string) {
  const owner = await register({ url: studioUrl }, 'popular');
  const { id } = await storeProject({ url: studioUrl }, owner, {
    title: 'Followed',
    isPublic: true,
    isEmbeddable: true,
  });
  let isLiked = false;
  let likedAt = 0;
  return {
    /** For a socket that follows the project. */
    door: watching(id),
    async like() {
      await wait(Math.max(0, likedAt + intervalMs - performance.now()));
      isLiked = !isLiked;
      const route = isLiked ? likeRoutes.setLike : likeRoutes.clearLike;
      await callApi(studioUrl, route, { params: { id }, token: owner.token });
      likedAt = performance.now();
    },
  };
}
