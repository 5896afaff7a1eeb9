import type { ReactNode } from 'react';

interface ToggleButtonProps {
  /** The accessible name, with the count beside it where there is one (WCAG 2.5.3). */
  label: string;
  pressed: boolean;
  onPress: () => void;
  describedBy?: string;
  /** A count beside the label. */
  children?: ReactNode;
}

/** A switch in a bar: what it names is shown while it is pressed. */
export function ToggleButton(props: ToggleButtonProps) {
  const { label, pressed, onPress, describedBy, children } = props;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-describedby={describedBy}
      onClick={onPress}
      className="inline-flex h-hit min-w-hit shrink-0 select-none items-center justify-center gap-1.5 rounded-lg border-transparent border-y-2 bg-clip-padding px-1.5 text-muted text-sm transition-colors hover:bg-hover hover:text-ink aria-pressed:bg-chosen aria-pressed:text-ink sm:px-2.5"
    >
      {label} {children}
    </button>
  );
}
