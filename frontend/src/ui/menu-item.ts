import type { MenuIcon } from './menu-icons.ts';

/** One thing that a menu offers. */
export interface MenuItem {
  label: string;
  icon: MenuIcon;
  disabled?: boolean;
  run: () => void | Promise<void>;
}
