import type { ComponentProps } from 'react';

/** How far something is that takes long. Without a `value` it only says that it is under way. */
export function ProgressBar(props: Omit<ComponentProps<'progress'>, 'className'>) {
  return (
    <progress
      {...props}
      className="h-1.5 w-full min-w-12 flex-1 appearance-none overflow-hidden rounded-full bg-chosen [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-chosen [&::-webkit-progress-value]:bg-accent"
    />
  );
}
