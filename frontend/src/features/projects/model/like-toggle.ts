import { type Likes, likeRoutes } from '@studio/contract/http/likes';
import { projectRoutes } from '@studio/contract/http/projects';
import * as texts from '../operation-texts.ts';
import { type Outcome, successes } from '../toast-texts.ts';
import type { ProjectDependencies } from './project-state.ts';
import type { WorkingCopy } from './working-copy.ts';

export interface LikeToggleParts {
  workingCopy: WorkingCopy;
  dependencies: Pick<ProjectDependencies, 'call' | 'user'>;
  /** The wanted state by project, during a request. */
  wanted: Map<string, boolean>;
}

/**
 * Likes the project `id`, or removes the like, if it is still on screen. Shown at once, and undone if the server refuses.
 * During a request, another press only changes the wanted state, so that the last press counts regardless of the order of
 * responses.
 */
export async function toggleLike(parts: LikeToggleParts, id: string | null): Promise<Outcome> {
  const { workingCopy, wanted } = parts;
  const { project } = workingCopy.getState();
  if (id === null || project.id !== id) return successes.quiet;
  const { likes } = project;
  const isUnderWay = wanted.has(id);
  const isLiked = !(wanted.get(id) ?? project.isLiked);
  wanted.set(id, isLiked);
  show(workingCopy, id, { isLiked, likes: Math.max(0, likes + (isLiked ? 1 : -1)) });
  return isUnderWay ? successes.quiet : send(parts, id, { likes, isLiked: project.isLiked });
}

async function send({ workingCopy, dependencies, wanted }: LikeToggleParts, id: string, before: Likes) {
  const { call, user } = dependencies;
  const sender = user()?.id;
  let held = before;
  for (;;) {
    const isLiked = wanted.get(id) === true;
    const shown = held.likes + Number(isLiked) - Number(held.isLiked);
    const response = await call(isLiked ? likeRoutes.setLike : likeRoutes.clearLike, {
      params: { id },
    });
    // The response to a change that the server has stored may be lost. Without the session, others' view would count.
    const present =
      response.ok || user()?.id !== sender
        ? response
        : await call(projectRoutes.readProjectSummary, { params: { id } });
    const isStored = present.ok && present.data.isLiked === isLiked;
    const isLast = wanted.get(id) === isLiked;
    if (isStored && !isLast && user()?.id === sender) {
      held = present.data;
      continue;
    }
    wanted.delete(id);
    settle(workingCopy, id, present.ok ? present.data : held, isLast ? shown : held.likes);
    return response.ok || isStored ? successes.quiet : texts.likeFailed(response.error);
  }
}

function show(workingCopy: WorkingCopy, id: string, likes: Likes) {
  const { project } = workingCopy.getState();
  if (project.id === id) workingCopy.change({ project: { ...project, ...likes } });
}

/** Keeps the count if the server has sent a newer one since. */
function settle(workingCopy: WorkingCopy, id: string, { isLiked, likes: held }: Likes, shown: number) {
  const { likes } = workingCopy.getState().project;
  show(workingCopy, id, { isLiked, likes: likes === shown ? held : likes });
}
