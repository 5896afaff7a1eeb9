import { classes } from './classes.ts';

/** The shape of something on its way. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-sm bg-chosen', className)} />;
}
