import { useId } from 'react';
import { Button } from '@/ui/button.tsx';

interface ChoiceButtonsProps<T extends string> {
  /** The name of the group. */
  label: string;
  choices: readonly { value: T; label: string }[];
  chosen: T | null;
  onChoose: (value: T) => void;
}

/** A choice of one among a few, as a row of buttons. */
export function ChoiceButtons<T extends string>({ label, choices, chosen, onChoose }: ChoiceButtonsProps<T>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {choices.map((choice) => (
        <Button
          key={choice.value}
          look="quiet"
          aria-pressed={chosen === choice.value}
          onClick={() => onChoose(choice.value)}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {choice.label}
        </Button>
      ))}
    </fieldset>
  );
}

interface DayFieldProps {
  label: string;
  /** As `2026-11-21`, or ''. */
  day: string;
  onDay: (day: string) => void;
}

/** A date field with its label. */
export function DayField({ label, day, onDay }: DayFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={day}
        onChange={(event) => onDay(event.target.value)}
        className="h-hit rounded-md border border-field bg-ground px-2 text-ink"
      />
    </div>
  );
}
