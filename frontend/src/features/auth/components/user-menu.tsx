import { ChevronDown } from 'lucide-react';
import { Menu } from '@/ui/menu.tsx';

interface UserMenuProps {
  username: string;
  onLogout: () => void;
}

/** The menu of the person who is signed in, named by their user name. */
export function UserMenu({ username, onLogout }: UserMenuProps) {
  return (
    <Menu
      label={username}
      items={[{ label: 'Logout', icon: 'logout', run: onLogout }]}
      className="max-lg:w-hit max-lg:px-0"
    >
      <span
        aria-hidden
        data-initial={username.slice(0, 1)}
        className="grid size-6 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs uppercase before:content-[attr(data-initial)]"
      />
      <span className="max-w-28 truncate max-lg:hidden">{username}</span>
      <ChevronDown size={13} aria-hidden className="text-faint max-lg:hidden" />
    </Menu>
  );
}
