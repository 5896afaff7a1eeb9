import type { WorkspaceHandle } from './routes/workspace.tsx';

/** The parts of the page that commands act on, each there as long as it is on the page. Their `hold…` are refs. */
export interface PageHandles {
  holdWorkspace(workspace: WorkspaceHandle | null): void;
  workspace(): WorkspaceHandle | null;
  holdTitleInput(input: HTMLInputElement | null): void;
  titleInput(): HTMLInputElement | null;
}

export function createPageHandles(): PageHandles {
  let workspaceNow: WorkspaceHandle | null = null;
  let titleInputNow: HTMLInputElement | null = null;
  return {
    holdWorkspace(workspace) {
      workspaceNow = workspace;
    },
    workspace: () => workspaceNow,
    holdTitleInput(input) {
      titleInputNow = input;
    },
    titleInput: () => titleInputNow,
  };
}
