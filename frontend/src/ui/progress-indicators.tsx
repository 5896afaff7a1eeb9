import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { createStore } from 'zustand/vanilla';
import { classes } from './classes.ts';

/** How many things the person is waiting for. */
export const workInProgress = createStore<number>(() => 0);

/** Shows the progress line for as long as the work lasts, once that is long enough to be noticed. */
export async function showProgress<T>(work: Promise<T>): Promise<T> {
  workInProgress.setState((count) => count + 1, true);
  try {
    return await work;
  } finally {
    workInProgress.setState((count) => count - 1, true);
  }
}

/** A hairline at the top of the page that runs while something is on its way; it comes into sight after half a second. */
export function ProgressLine({ label }: { label: string }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden bg-accent-soft opacity-100 transition-opacity delay-500 starting:opacity-0">
      <progress aria-label={label} className="sr-only" />
      <div className="absolute inset-y-0 w-1/3 animate-sweep bg-accent" />
    </div>
  );
}

/** How far something is that takes long. Without a `value` it only says that it is under way. */
export function ProgressBar(props: Omit<ComponentProps<'progress'>, 'className'>) {
  return (
    <progress
      {...props}
      className="h-1.5 w-full min-w-12 flex-1 appearance-none overflow-hidden rounded-full bg-chosen [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-chosen [&::-webkit-progress-value]:bg-accent"
    />
  );
}

/** A turning ring beside the words that say what is being waited for. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />;
}

/** The shape of something on its way. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-sm bg-chosen', className)} />;
}
