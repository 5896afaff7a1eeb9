import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown on hover. */
  label: string;
  icon: LucideIcon;
}

/** A square button that shows an icon and is named in words. */
export function IconButton({ label, icon: Icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-flex size-hit shrink-0 items-center justify-center rounded-md text-muted transition-colors enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-50 aria-pressed:bg-chosen aria-pressed:text-accent',
        className,
      )}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
