import {
  createProjectCommands,
  type ProjectCommands,
} from '@/features/projects/components/project-commands.ts';
import type { ProjectStore } from '@/features/projects/model/project-store.ts';

type Page = Omit<Parameters<typeof createProjectCommands>[0], 'store'>;

/** The commands on a project where there is no page to act on, except for what the test gives. */
export function commandsWithoutPage(store: ProjectStore, page: Partial<Page> = {}): ProjectCommands {
  return createProjectCommands({
    store,
    goTo: () => undefined,
    openDialog: () => undefined,
    titleInput: () => null,
    startWriting: () => undefined,
    beforeSave: async () => undefined,
    ...page,
  });
}
