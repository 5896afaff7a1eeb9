import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../../dialog-texts.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import type { RemovedProject } from '../../model/saving/project-operations.ts';
import { showOutcomeToast } from '../../toast-texts.ts';

/** Commands that move own projects to the trash and back. */
export interface TrashCommands {
  /** Asks first. True once the project is in the trash. `onRestored` is called after the toast's Undo. */
  remove: (project: RemovedProject & { title: string }, onRestored: () => void) => Promise<boolean>;
  /** True once the project is restored. */
  restore: (project: RemovedProject) => Promise<boolean>;
}

export function createTrashCommands({ actions }: ProjectStore): TrashCommands {
  const restore = async (project: RemovedProject) =>
    showOutcomeToast(await showProgress(actions.undoRemove(project)));
  return {
    async remove(project, onRestored) {
      const confirmed = await confirm({
        title: texts.deleteProject,
        text: texts.deleteQuestion(bidiIsolate(project.title)),
        action: texts.deleteAction,
        tone: 'danger',
      });
      if (!confirmed) return false;
      const outcome = await showProgress(actions.remove(project.id));
      if (!outcome.ok) return showOutcomeToast(outcome);
      const undo = async () => {
        if (await restore(project)) onRestored();
      };
      toast({
        title: outcome.toast ?? texts.projectDeleted,
        action: { label: texts.undo, run: () => void undo() },
      });
      return true;
    },
    restore,
  };
}
