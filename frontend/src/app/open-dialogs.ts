import { createStore } from 'zustand/vanilla';
import type { AdminTab } from '@/features/admin/components/admin-dialog.tsx';

/** What pages know of the admin area, which is fetched for admins alone (`routes/admin-layer.tsx`). */
interface AdminPanelState {
  /** The tab that the Admin Panel shows, above whatever page; null while it is closed. */
  tab: AdminTab | null;
  /** Moderation events that the person has not seen. */
  unread: number;
}

export const adminPanel = createStore<AdminPanelState>(() => ({ tab: null, unread: 0 }));

/** Opens the Admin Panel, or turns it to this tab. */
export function openAdminPanel(tab: AdminTab): void {
  adminPanel.setState({ tab });
}

export function closeAdminPanel(): void {
  adminPanel.setState({ tab: null });
}

/** The dialogs of the editor shell, of which one is open at a time. */
export type DialogName =
  | 'projects'
  | 'browse'
  | 'details'
  | 'revisions'
  | 'forks'
  | 'embed'
  | 'links'
  | 'conflict'
  | 'framework'
  | 'templates'
  | 'profile'
  | 'users'
  | 'report'
  | 'commands'
  | 'shortcuts';
