import type { LucideIcon } from 'lucide-react';

/** One thing that a menu offers. */
export interface MenuItem {
  label: string;
  icon: LucideIcon;
  disabled?: boolean;
  run: () => void | Promise<void>;
}
