import { classes } from '@/ui/classes.ts';
import type { Badge } from '../../model/project-state.ts';

const looks: Record<Badge, string> = {
  'Saving...': 'text-muted before:animate-pulse before:bg-accent',
  Shared: 'text-muted before:bg-css',
  Saved: 'text-muted before:bg-accent',
  Unsaved: 'text-warning before:bg-warning',
  'New Project': 'text-muted before:bg-field',
};

/**
 * How the open project stands (SPEC 4 Header badge). It changes three times for each automatic save, so it is not
 * announced; toasts and notices announce what was asked for, and what failed.
 */
export function StatusBadge({ badge }: { badge: Badge }) {
  return (
    <output
      aria-live="off"
      className={classes(
        'flex shrink-0 items-center gap-1.5 whitespace-nowrap text-sm before:size-1.5 before:rounded-full',
        looks[badge],
      )}
    >
      {badge}
    </output>
  );
}
