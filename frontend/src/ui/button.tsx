import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './progress-indicators.tsx';

/** `primary` is for the main action, `quiet` for toolbars, `danger` for destructive actions. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-hover',
  plain: 'border border-line bg-raised text-ink enabled:hover:bg-hover',
  quiet:
    'text-muted enabled:hover:bg-hover enabled:hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
  danger: 'bg-danger text-on-accent enabled:hover:brightness-110',
};

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
}

/** A button with text. */
export function Button({ look = 'plain', busy = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, so that a busy button keeps the focus.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(
        'inline-flex h-hit shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md px-3 font-medium transition-colors disabled:opacity-50 aria-disabled:opacity-70',
        looks[look],
        className,
      )}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown on hover. */
  label: string;
  icon: LucideIcon;
}

/** A square button with an icon and an accessible name. */
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
