import type { User } from '@studio/contract/http/auth';
import type { Command } from '@/features/commands/model/command.ts';
import { openAdminPanel } from '../admin-area.ts';
import type { DialogName } from '../dialog-name.ts';

/** SPEC 6: what admins are offered, and nobody else. */
export function commandsForAdmins(user: User | null, open: (dialog: DialogName) => void): Command[] {
  if (user?.isAdmin !== true) return [];
  return [
    { group: 'Open', label: 'Admin Panel', run: () => openAdminPanel('projects') },
    { group: 'Open', label: 'Moderation', run: () => openAdminPanel('reports') },
    { group: 'Open', label: 'User Management', run: () => open('users') },
  ];
}
