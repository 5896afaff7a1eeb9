import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { fieldLook } from './text-field.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'aria-label'> {
  label: string;
}

/** The input of a search. `className` is for its frame, which has the icon, too. */
export function SearchInput({ label, className, ...rest }: SearchInputProps) {
  return (
    <div className={classes('relative flex-1', className)}>
      <Search
        size={14}
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 text-faint"
      />
      <input type="search" dir="auto" aria-label={label} className={`${fieldLook} pl-8`} {...rest} />
    </div>
  );
}
