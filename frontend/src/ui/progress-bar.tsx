import type { ComponentProps } from 'react';

/** A progress bar; without a `value` it is indeterminate. */
export function ProgressBar(props: Omit<ComponentProps<'progress'>, 'className'>) {
  return (
    <progress
      {...props}
      className="h-1.5 w-full min-w-12 flex-1 appearance-none overflow-hidden rounded-full bg-chosen [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-chosen [&::-webkit-progress-value]:bg-accent"
    />
  );
}
