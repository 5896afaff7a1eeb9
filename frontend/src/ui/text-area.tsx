import { type ComponentProps, useId } from 'react';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string;
}

/** Some lines of text with their label above. */
export function TextArea({ label, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className="max-h-[30dvh] w-full resize-y rounded-md border border-field bg-ground p-2.5"
      />
    </div>
  );
}
