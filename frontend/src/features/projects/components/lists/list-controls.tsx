import { type ProjectSort, projectSorts } from '@studio/contract/http/projects';
import { X } from 'lucide-react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import type { ListQuery } from '../../api/list-query.ts';
import * as texts from '../../dialog-texts.ts';

const sortLabels: Record<ProjectSort, string> = {
  recent: texts.sortRecent,
  popular: texts.sortPopular,
  views: texts.sortViews,
  forks: texts.sortForks,
};
const sortOptions = projectSorts.map((value) => ({ value, label: sortLabels[value] }));

interface ListControlsProps {
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  onTag: (tag: string) => void;
  searchFirst: boolean;
}

/** Search, sort order and the tags that a list is narrowed to. */
export function ListControls({ query, onQuery, onTag, searchFirst }: ListControlsProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
      <SearchField
        label={texts.searchProjects}
        placeholder={texts.searchAll}
        focused={searchFirst}
        search={query.search}
        onSearch={(search) => onQuery({ ...query, search, page: 1 })}
      />
      <Select
        label={texts.sortBy}
        value={query.sortBy}
        options={sortOptions}
        onChange={(sortBy) => onQuery({ ...query, sortBy, page: 1 })}
      />
      {query.tags.length > 0 && (
        <ul aria-label={texts.chosenTags} className="flex basis-full flex-wrap gap-1">
          {query.tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={texts.removeTag(bidiIsolate(tag))}
                onClick={() => onTag(tag)}
                className="flex min-h-6 items-center gap-1 rounded-sm bg-accent-soft px-1.5 text-accent text-sm pointer-coarse:min-h-hit"
              >
                <bdi>{tag}</bdi>
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
