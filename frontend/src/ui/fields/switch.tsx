import { useId } from 'react';
import './switch.css';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its label. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-hit shrink-0 items-center gap-2">
      <label htmlFor={id} className="flex min-h-hit items-center text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="switch"
      />
    </div>
  );
}
