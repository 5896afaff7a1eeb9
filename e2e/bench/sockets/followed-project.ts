import { likeRoutes } from '@studio/contract/http/likes';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { callApi } from '../../stack/api.ts';
import { watching } from './crowd.ts';

/** The beginning of the message that notifies followers of a like. */
export const likeEvent = '42["project:likes"';

/** A public project. Each call of `like` sets the like or takes it back. */
export async function followedProject(studioUrl: string) {
  const owner = await register({ url: studioUrl }, 'popular');
  const { id } = await storeProject({ url: studioUrl }, owner, {
    title: 'Followed',
    isPublic: true,
    isEmbeddable: true,
  });
  let isLiked = false;
  return {
    /** For a socket that follows the project. */
    door: watching(id),
    async like() {
      isLiked = !isLiked;
      const route = isLiked ? likeRoutes.setLike : likeRoutes.clearLike;
      await callApi(studioUrl, route, { params: { id }, token: owner.token });
    },
  };
}
