import { projectRoutes } from '@studio/contract/http/projects';
import { contentOf, presentContent } from './content.ts';
import { removeCurrentProject } from './current-project.ts';
import type { ProjectDependencies } from './dependencies.ts';
import type { Desk } from './desk.ts';
import { failures, successes } from './outcomes.ts';
import type { Outcome, ProjectActions } from './project-state.ts';
import type { Saver } from './saver.ts';
import { isOwnSaved, workingProject } from './working-project.ts';

/** Fork, visibility, embedding, deletion: what changes about a project besides its text. */
export type OwnershipActions = Pick<
  ProjectActions,
  'fork' | 'setVisibility' | 'setEmbedding' | 'remove' | 'undoRemove'
> & {
  /** Whether this tab itself is deleting that project just now. */
  isRemoving(id: string): boolean;
};

interface OwnershipParts {
  desk: Desk;
  dependencies: ProjectDependencies;
  saver: Saver;
  /** Writes the local copies now. */
  keep(): void;
  autoSaveSoon(): void;
}

export function createOwnershipActions(parts: OwnershipParts): OwnershipActions {
  const { desk, dependencies, saver, keep, autoSaveSoon } = parts;
  const { call, clientId, localStorage } = dependencies;
  const removing = new Set<string>();
  let removed: { id: string; opening: number } | null = null;

  /** Its own PUT at once, in turn with the saves; the text and the dirty flag stay as they are (CONTRACT 4). */
  function setRight(
    id: string,
    right: { isPublic: boolean } | { isEmbeddable: boolean },
    failed: typeof failures.save,
  ) {
    const { userId } = desk.getState();
    return saver.inTurn(async (stay): Promise<Outcome> => {
      if (userId !== dependencies.user()?.id) return failures.notLoggedIn;
      const answer = await call(projectRoutes.updateProject, {
        params: { id },
        body: right,
        headers: { 'x-client-id': clientId },
      });
      if (!answer.ok) return failed(answer.error);
      stay.held = answer.data;
      // The project may have been opened again meanwhile, and be newer there.
      if (answer.data.version >= desk.getState().project.version) desk.meet(answer.data);
      return successes.quiet;
    });
  }

  return {
    isRemoving: (id) => removing.has(id),

    async fork() {
      const { project } = desk.getState();
      const { id } = project;
      if (id === null) return failures.forkUnsaved;
      if (!project.isPublic) return failures.forkPrivate;
      return saver.inTurn(async (stay) => {
        if (stay.left) return failures.forkLeft;
        const answer = await call(projectRoutes.forkProject, { params: { id } });
        if (!answer.ok) return failures.fork(answer.error);
        const state = desk.getState();
        if (stay.left) return successes.forked;
        keep();
        // Unsaved text goes along into the fork, where it is still unsaved.
        const text = state.dirty ? presentContent(state) : contentOf(answer.data);
        desk.put({ ...workingProject(answer.data), ...text }, contentOf(answer.data), state.userId);
        autoSaveSoon();
        return successes.forked;
      });
    },

    async setVisibility(isPublic) {
      const state = desk.getState();
      const { id } = state.project;
      if (id !== null && isOwnSaved(state)) return setRight(id, { isPublic }, failures.save);
      if (id !== null) return failures.foreign;
      desk.change({ project: { ...state.project, isPublic } });
      return successes.quiet;
    },

    async setEmbedding(isEmbeddable) {
      const state = desk.getState();
      const { id } = state.project;
      if (id === null || !isOwnSaved(state)) return failures.embedUnsaved;
      return setRight(id, { isEmbeddable }, failures.embed);
    },

    async remove(id) {
      removing.add(id);
      const answer = await call(projectRoutes.deleteProject, { params: { id } });
      removing.delete(id);
      if (!answer.ok) return failures.remove(answer.error);
      const { project, userId } = desk.getState();
      if (project.id === id) {
        desk.putBlank(userId);
        removeCurrentProject(localStorage);
        removed = { id, opening: desk.getState().opening };
      }
      return successes.removed;
    },

    async undoRemove(id) {
      const answer = await call(projectRoutes.restoreProject, { params: { id } });
      if (!answer.ok) return failures.restore(answer.error);
      const { opening, dirty, userId } = desk.getState();
      const isUntouched = removed?.id === id && removed.opening === opening && !dirty;
      if (isUntouched) desk.put(workingProject(answer.data), contentOf(answer.data), userId);
      return successes.quiet;
    },
  };
}
