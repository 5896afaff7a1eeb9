import { type ProjectSort, projectSorts } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Select } from '@/ui/select.tsx';
import { fieldLook } from '@/ui/text-field.tsx';
import type { ListQuery } from '../api/list-query.ts';

/** A search is sent once the typing rests this long, in milliseconds. */
const searchDelay = 250;

const sortLabels: Record<ProjectSort, string> = {
  recent: 'Recent',
  popular: 'Popular',
  views: 'Views',
  forks: 'Forks',
};
const sortOptions = projectSorts.map((value) => ({ value, label: sortLabels[value] }));

interface ListControlsProps {
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  onTag: (tag: string) => void;
}

/** Search, sort order and the tags that a list is narrowed to. */
export function ListControls({ query, onQuery, onTag }: ListControlsProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query.search);
  useEffect(() => {
    const search = typed.trim();
    if (search === query.search) return undefined;
    const timer = setTimeout(() => onQuery({ ...query, search, page: 1 }), searchDelay);
    return () => clearTimeout(timer);
  }, [typed, query, onQuery]);

  // On a touch screen the keyboard would cover the list that was asked for.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
      <div className="relative min-w-48 flex-1">
        <Search
          size={14}
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 text-faint"
        />
        <input
          type="search"
          ref={field}
          aria-label="Search projects"
          placeholder="Search title, description or author"
          maxLength={limits.searchLength}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${fieldLook} pl-8`}
        />
      </div>
      <Select
        label="Sort by"
        value={query.sortBy}
        options={sortOptions}
        onChange={(sortBy) => onQuery({ ...query, sortBy, page: 1 })}
      />
      {query.tags.length > 0 && (
        <ul aria-label="Chosen tags" className="flex basis-full flex-wrap gap-1">
          {query.tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => onTag(tag)}
                className="flex min-h-6 items-center gap-1 rounded-sm bg-accent-soft px-1.5 text-accent text-sm pointer-coarse:min-h-hit"
              >
                {tag}
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
