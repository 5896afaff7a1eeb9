import type { User } from '@studio/contract/http/auth';
import type { Command } from '@/features/commands/model/command.ts';
import type { DialogName } from '../dialog-name.ts';
import { openAdminPanel } from '../open-dialogs.ts';
import * as texts from './texts.ts';

/** SPEC 6: what admins are offered, and nobody else. */
export function commandsForAdmins(user: User | null, open: (dialog: DialogName) => void): Command[] {
  if (user?.isAdmin !== true) return [];
  return [
    { group: texts.openGroup, label: texts.adminPanel, run: () => openAdminPanel('projects') },
    { group: texts.openGroup, label: texts.moderation, run: () => openAdminPanel('reports') },
    { group: texts.openGroup, label: texts.userManagement, run: () => open('users') },
  ];
}
