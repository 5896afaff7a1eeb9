import { classes } from './classes.ts';

/** The studio's logo: the three panes in their colours. */
export function BrandMark({ size = 20, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden
      className={classes('shrink-0', className)}
    >
      <rect x="1" y="2" width="11" height="4" rx="1.5" className="fill-html" />
      <rect x="1" y="8" width="18" height="4" rx="1.5" className="fill-css" />
      <rect x="1" y="14" width="14" height="4" rx="1.5" className="fill-js" />
    </svg>
  );
}
