import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A native select with its label beside it. */
export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  const id = useId();
  return (
    <div className="flex max-w-full shrink-0 items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <span className="relative min-w-0">
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          className="h-hit max-w-full appearance-none truncate rounded-md border border-field bg-ground pr-7 pl-2.5 text-ink"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 text-faint"
        />
      </span>
    </div>
  );
}
