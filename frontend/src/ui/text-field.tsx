import { type ComponentProps, useId } from 'react';

export const fieldLook =
  'h-hit w-full rounded-md border border-field bg-ground px-2.5 text-ink placeholder:text-faint disabled:opacity-60';

/** One line of text with its label above it. */
export function TextField({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input {...rest} id={id} className={fieldLook} />
    </div>
  );
}
