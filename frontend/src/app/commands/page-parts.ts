import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import type { WorkspaceHandle } from '../routes/workspace.tsx';

/** What commands act on besides the project: the parts of the page as they are at the moment of asking. */
export interface PageParts {
  workspace(): WorkspaceHandle | null;
  exportMenu(): ExportHandle | null;
  logout(): Promise<void>;
}
