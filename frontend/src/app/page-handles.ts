import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import type { WorkspaceHandle } from './routes/workspace.tsx';

/** The mounted parts of the page that commands use. The `set…` functions are callback refs. */
interface PageHandles {
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

/** The parts of the page that commands use besides the project, as currently mounted. */
export interface PageParts {
  workspace(): WorkspaceHandle | null;
  exportMenu(): ExportHandle | null;
  logout(): Promise<void>;
}
