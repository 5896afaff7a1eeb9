import type { WorkspaceHandle } from './routes/workspace.tsx';

/** The parts of the page that commands act on, each there as long as it is on the page. Their `hold…` are refs. */
export interface PageHandles {
  setWorkspace(workspace: WorkspaceHandle | null): void;
  workspace(): WorkspaceHandle | null;
  setTitleInput(input: HTMLInputElement | null): void;
  titleInput(): HTMLInputElement | null;
}

export function createPageHandles(): PageHandles {
  let workspaceNow: WorkspaceHandle | null = null;
  let titleInputNow: HTMLInputElement | null = null;
  return {
    setWorkspace(workspace) {
      workspaceNow = workspace;
    },
    workspace: () => workspaceNow,
    setTitleInput(input) {
      titleInputNow = input;
    },
    titleInput: () => titleInputNow,
  };
}
