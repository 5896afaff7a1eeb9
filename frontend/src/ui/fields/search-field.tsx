import { limits } from '@studio/contract/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mayFocusAtOnce } from './focus-at-once.ts';
import { SearchInput } from './search-input.tsx';

/** Milliseconds after the last key press before a search is sent. */
const searchDelayMs = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The current search. Where something else changes it, the field takes it over. */
  search: string;
  onSearch: (search: string) => void;
  /** Focused when it appears, except by touch. */
  focused?: boolean;
}

/** The search field of a list. */
export function SearchField({ label, placeholder, search, onSearch, focused = false }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search);
  const [before, setBefore] = useState(search);
  /** The last search that this field sent, which it ignores when it comes back as a property. */
  const [sent, setSent] = useState(search);
  if (search !== before) {
    setBefore(search);
    setSent(search);
    if (search !== sent) setTyped(search);
  }
  const wanted = typed.trim();
  const send = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === search) return undefined;
    const timer = setTimeout(() => send(), searchDelayMs);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  useEffect(() => {
    if (focused && mayFocusAtOnce()) field.current?.focus();
  }, [focused]);

  return (
    <SearchInput
      ref={field}
      label={label}
      placeholder={placeholder}
      maxLength={limits.searchLength}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className="min-w-48"
    />
  );
}
