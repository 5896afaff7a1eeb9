import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import type { WorkspaceHandle } from './routes/workspace.tsx';

/** The parts of the page that commands act on, each there as long as it is on the page. Their `hold…` are refs. */
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

/** What commands act on besides the project: the parts of the page as they are at the moment of asking. */
export interface PageParts {
  workspace(): WorkspaceHandle | null;
  exportMenu(): ExportHandle | null;
  logout(): Promise<void>;
}
