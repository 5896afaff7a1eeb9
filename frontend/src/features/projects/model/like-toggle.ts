import { type Likes, likeRoutes } from '@studio/contract/http/likes';
import { failures, type Outcome, successes } from '../toast-texts.ts';
import type { ProjectDependencies } from './project-state.ts';
import type { WorkingCopy } from './working-copy.ts';

interface LikeToggleParts {
  workingCopy: WorkingCopy;
  dependencies: Pick<ProjectDependencies, 'call' | 'user'>;
}

/**
 * Likes the project on screen, or removes the like. Shown at once, and undone if the server refuses. During a request,
 * another press only changes the wanted state, so that the last press counts regardless of the order of answers.
 */
export function createLikeToggle({ workingCopy, dependencies }: LikeToggleParts): () => Promise<Outcome> {
  const { call, user } = dependencies;
  /** The wanted state by project, during a request. */
  const wanted = new Map<string, boolean>();

  function show(id: string, likes: Likes) {
    const { project } = workingCopy.getState();
    if (project.id === id) workingCopy.change({ project: { ...project, ...likes } });
  }

  /** Keeps the count if the server has sent a newer one since. */
  function settle(id: string, { isLiked, likes: held }: Likes, shown: number) {
    const { likes } = workingCopy.getState().project;
    show(id, { isLiked, likes: likes === shown ? held : likes });
  }

  async function send(id: string, before: Likes): Promise<Outcome> {
    const sender = user()?.id;
    let held = before;
    for (;;) {
      const isLiked = wanted.get(id) === true;
      const shown = held.likes + Number(isLiked) - Number(held.isLiked);
      const answer = await call(isLiked ? likeRoutes.setLike : likeRoutes.clearLike, {
        params: { id },
      });
      const isLast = wanted.get(id) === isLiked;
      if (answer.ok && !isLast && user()?.id === sender) {
        held = answer.data;
        continue;
      }
      wanted.delete(id);
      settle(id, answer.ok ? answer.data : held, isLast ? shown : held.likes);
      return answer.ok ? successes.quiet : failures.like(answer.error);
    }
  }

  return async () => {
    const { project } = workingCopy.getState();
    const { id, likes } = project;
    if (id === null) return successes.quiet;
    const isUnderWay = wanted.has(id);
    const isLiked = !(wanted.get(id) ?? project.isLiked);
    wanted.set(id, isLiked);
    show(id, { isLiked, likes: Math.max(0, likes + (isLiked ? 1 : -1)) });
    return isUnderWay ? successes.quiet : send(id, { likes, isLiked: project.isLiked });
  };
}
