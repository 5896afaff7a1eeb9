import {
  type Asset,
  type AssetCategory,
  assetCategories,
  assetExtensions,
  type StorageInfo,
} from '@studio/contract/http/assets';
import { Upload } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useId, useRef } from 'react';
import { useStore } from 'zustand';
import { numberText } from '@/lib/count-of.ts';
import { formatUsage } from '@/lib/files/file-size.ts';
import { Button } from '@/ui/button.tsx';
import { SearchInput } from '@/ui/fields/search-input.tsx';
import { uploads } from '../model/page-uploads.ts';
import * as texts from '../texts.ts';

interface LibraryToolbarProps {
  /** Undefined while it is not known. */
  usage: StorageInfo | undefined;
  search: string;
  onSearch: (search: string) => void;
  onFiles: (files: File[]) => void;
}

/** The library's header: title, storage usage, search and upload. */
export function LibraryToolbar({ usage, search, onSearch, onFiles }: LibraryToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  const uploading = useStore(uploads, ({ status }) => status === 'sending');
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 bg-panel px-3 py-1 text-sm">
      <h2 className="font-medium">{texts.assetLibrary}</h2>
      <p className="text-faint tabular-nums">{usage && formatUsage(usage)}</p>
      <SearchInput
        label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className="ml-auto min-w-32 sm:max-w-60"
      />
      <Button busy={uploading} onClick={() => picker.current?.click()}>
        {!uploading && <Upload size={14} aria-hidden />}
        {uploading ? texts.uploading : texts.upload}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptedExtensions.join()}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allow choosing the same file again.
          currentTarget.value = '';
        }}
      />
    </header>
  );
}

/** One tab per category with its number of assets, undefined until it is loaded. */
export function CategoryTabs({ counts }: { counts: CategoryCounts | undefined }) {
  const id = useId();
  return (
    <div className="shrink-0 bg-panel">
      <Tabs.List aria-label={texts.categories} className="scroll-row flex border-b px-1">
        {assetCategories.map((category) => {
          const count = counts ? numberText(counts[category].count) : '–';
          return (
            <Tabs.Trigger
              key={category}
              value={category}
              aria-label={texts.categoryLabels[category]}
              aria-describedby={`${id}${category}`}
              // Rendered by CSS: text inside a tab would have to be part of its accessible name (WCAG 2.5.3).
              data-count={count}
              className="after:min-w-4 after:rounded-full after:bg-hover after:px-1.5 after:text-center after:text-muted after:text-xs after:tabular-nums after:content-[attr(data-count)] inline-flex h-hit shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2.5 text-muted text-sm transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {texts.categoryLabels[category]}
              <span hidden id={`${id}${category}`}>
                {count}
              </span>
            </Tabs.Trigger>
          );
        })}
      </Tabs.List>
    </div>
  );
}

/** All supported extensions, with the dot, for the file picker (specification: Asset library). */
const acceptedExtensions = assetCategories.flatMap((category) =>
  assetExtensions[category].map((extension) => `.${extension}`),
);

/** The assets whose name contains a text, in any case (specification: Asset library). */
export function filterAssets(assets: readonly Asset[], search: string): readonly Asset[] {
  const wanted = search.toLowerCase();
  return wanted === '' ? assets : assets.filter(({ name }) => name.toLowerCase().includes(wanted));
}

export type CategoryCounts = Record<AssetCategory, { count: number }>;

/** The number of assets per category. */
export function countByCategory(assets: readonly Asset[]): CategoryCounts {
  const counts = Object.fromEntries(
    assetCategories.map((category) => [category, { count: 0 }]),
  ) as CategoryCounts;
  for (const { category } of assets) counts[category].count += 1;
  return counts;
}
