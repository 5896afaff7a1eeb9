import type { User } from '@studio/contract/http/auth';
import { ChevronDown } from 'lucide-react';
import { Avatar } from '@/ui/avatar.tsx';
import { Menu } from '@/ui/menu/menu.tsx';
import * as texts from '../user-menu-texts.ts';

interface UserMenuProps {
  user: User;
  onOpen: (dialog: 'profile' | 'admin') => void;
  onLogout: () => void;
}

/** The menu of the signed-in user. */
export function UserMenu({ user: { username, avatar, isAdmin }, onOpen, onLogout }: UserMenuProps) {
  return (
    <Menu
      label={username}
      items={[
        { label: texts.profile, icon: 'profile', run: () => onOpen('profile') },
        ...(isAdmin ? [{ label: texts.adminPanel, icon: 'admin' as const, run: () => onOpen('admin') }] : []),
        { label: texts.logout, icon: 'logout', run: onLogout },
      ]}
      className="max-lg:w-hit max-lg:px-0"
    >
      <Avatar picture={avatar} name={username} className="size-6 text-xs" />
      <span title={username} className="max-w-28 truncate max-lg:hidden">
        {username}
      </span>
      <ChevronDown size={13} aria-hidden className="text-faint max-lg:hidden" />
    </Menu>
  );
}
