import { createStore } from 'zustand/vanilla';
import type { AdminTab } from '@/features/admin/components/admin-dialog.tsx';

/** The state of the admin area, which is loaded for admins only (`routes/admin-layer.tsx`). */
interface AdminPanelState {
  /** The tab of the Admin Panel, which opens above any page; null while it is closed. */
  tab: AdminTab | null;
  /** The number of unseen moderation events. */
  unread: number;
}

export const adminPanel = createStore<AdminPanelState>(() => ({ tab: null, unread: 0 }));

/** Opens the Admin Panel at this tab, or switches to it. */
export function openAdminPanel(tab: AdminTab): void {
  adminPanel.setState({ tab });
}

export function closeAdminPanel(): void {
  adminPanel.setState({ tab: null });
}

/** The dialogs of the editor shell; one is open at a time. */
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
