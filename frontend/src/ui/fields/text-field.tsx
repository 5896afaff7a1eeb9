import { limits } from '@studio/contract/limits';
import { type ComponentProps, useId } from 'react';
import * as texts from '../dialogs/texts.ts';

export const fieldLook =
  'h-hit w-full rounded-md border border-field bg-ground px-2.5 text-ink placeholder:text-faint disabled:opacity-60 aria-invalid:border-danger';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** The validation error. */
  error?: string | undefined;
}

/** A text input with its label above it. */
export function TextField({ label, error, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={fieldLook}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

interface NoteFieldProps {
  label: string;
  required?: boolean;
  value: string;
  onChange: (note: string) => void;
}

/** A text area for notes to or by moderators, with the number of characters. */
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
