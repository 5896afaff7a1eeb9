import { limits } from '@studio/contract/limits';
import { useId } from 'react';
import * as texts from './dialogs/dialog-texts.ts';

interface NoteFieldProps {
  label: string;
  required?: boolean;
  value: string;
  onChange: (note: string) => void;
}

/** What somebody writes to the moderators, or they write down. */
export function NoteField({ label, required = false, value, onChange }: NoteFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        aria-describedby={`${id}-length`}
        rows={4}
        required={required}
        maxLength={limits.moderationNoteLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="max-h-[30dvh] w-full resize-y rounded-md border border-field bg-ground p-2.5"
      />
      <p id={`${id}-length`} className="justify-self-end text-faint text-sm tabular-nums">
        {texts.lengthOf(value.length, limits.moderationNoteLength)}
      </p>
    </div>
  );
}
