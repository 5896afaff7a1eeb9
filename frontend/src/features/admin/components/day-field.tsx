import { useId } from 'react';

interface DayFieldProps {
  label: string;
  /** As `2026-11-21`, or ''. */
  day: string;
  onDay: (day: string) => void;
}

/** A day, with its label before it. */
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
