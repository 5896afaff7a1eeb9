import { CloudAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import * as texts from '../dialogs/texts.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What the user can do. */
  text?: string;
  /** `alert` for failures. */
  role?: 'alert';
  /** A button that does it. */
  children?: ReactNode;
}

/** Shown instead of a list that is empty, has no results or failed to load. */
export function EmptyState({ icon: Icon, title, text, role, children }: EmptyStateProps) {
  return (
    <div role={role} className="flex min-h-60 flex-col items-center justify-center gap-2 px-6 text-center">
      <Icon size={28} strokeWidth={1.5} aria-hidden className="text-faint" />
      <p className="font-medium">{title}</p>
      {text && <p className="max-w-80 text-muted">{text}</p>}
      {children && <div className="mt-2 flex gap-2">{children}</div>}
    </div>
  );
}

interface FailedStateProps {
  title: string;
  /** Why, in a sentence. */
  error: Error;
  onRetry: () => unknown;
}

/** Shown instead of something that failed to load, with a Retry button. */
export function FailedState({ title, error, onRetry }: FailedStateProps) {
  return (
    <EmptyState icon={CloudAlert} title={title} text={error.message} role="alert">
      <Button onClick={() => onRetry()}>{texts.retry}</Button>
    </EmptyState>
  );
}

/** A placeholder while something is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-sm bg-chosen', className)} />;
}
