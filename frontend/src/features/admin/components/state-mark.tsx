import { classes } from '@/ui/classes.ts';

const looks = {
  plain: 'bg-hover text-muted',
  good: 'bg-accent-soft text-accent',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** What something is just now, in a word. */
export function StateMark({ look = 'plain', text }: { look?: keyof typeof looks; text: string }) {
  return (
    <span
      className={classes(
        'inline-block whitespace-nowrap rounded-sm px-1.5 py-0.5 text-xs no-underline',
        looks[look],
      )}
    >
      {text}
    </span>
  );
}
