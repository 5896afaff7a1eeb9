import { assetCategories } from '@studio/contract/http/assets';
import { Tabs } from 'radix-ui';
import { useId } from 'react';
import type { CategoryCounts } from '../model/filter-assets.ts';
import * as texts from '../texts.ts';

/** One tab for each category, with how many it has; undefined while that is not known. */
export function CategoryTabs({ counts }: { counts: CategoryCounts | undefined }) {
  const id = useId();
  return (
    <Tabs.List
      aria-label={texts.categories}
      className="flex shrink-0 overflow-x-auto border-b bg-panel px-1 [scrollbar-width:none]"
    >
      {assetCategories.map((category) => {
        const count = counts?.[category].count.toLocaleString('en') ?? '–';
        return (
          <Tabs.Trigger
            key={category}
            value={category}
            aria-label={texts.categoryLabels[category]}
            aria-describedby={`${id}${category}`}
            // Drawn by the style: what stands in a tab as text would have to be in its name (WCAG 2.5.3).
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
  );
}
