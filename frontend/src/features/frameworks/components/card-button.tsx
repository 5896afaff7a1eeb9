import type { ReactNode } from 'react';
import { classes } from '@/ui/classes.ts';

interface CardButtonProps {
  /** The button's name, and the card's title. */
  name: string;
  /** The id of what describes it. */
  note: string;
  /** For a choice among several. */
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
  className: string;
  /** What stands below the name. */
  children: ReactNode;
}

/** A card that is a button as a whole, and named by its title alone. */
export function CardButton(props: CardButtonProps) {
  const { name, note, pressed, disabled = false, onPress, className, children } = props;
  return (
    <div
      className={classes(
        'relative flex flex-col gap-1 rounded-lg border bg-raised p-3 transition-colors hover:border-field',
        className,
      )}
    >
      <button
        type="button"
        aria-describedby={note}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onPress}
        className="text-left font-medium after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-1"
      >
        {name}
      </button>
      {children}
    </div>
  );
}
