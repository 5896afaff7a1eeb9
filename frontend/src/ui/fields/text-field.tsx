import { type ComponentProps, useId } from 'react';

export const fieldLook =
  'h-hit w-full rounded-md border border-field bg-ground px-2.5 text-ink placeholder:text-faint disabled:opacity-60 aria-invalid:border-danger';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** Why what is in it was refused. */
  error?: string | undefined;
}

/** One line of text with its label above it. */
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
