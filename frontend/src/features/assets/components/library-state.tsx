import type { AssetCategory } from '@studio/contract/http/assets';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { EmptyState } from '@/ui/empty-state.tsx';
import { FailedState } from '@/ui/failed-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { categoryLabels, emptyText } from '../model/categories.ts';
import { categoryIcons } from './category-icons.ts';

interface LibraryStateProps {
  assets: UseQueryResult;
  category: AssetCategory;
  search: string;
  onRetry: () => void;
}

/** What stands where a category's cards would be: on their way, not loaded, not found, or none there. */
export function LibraryState({ assets, category, search, onRetry }: LibraryStateProps) {
  if (assets.isFetching) return <Loading />;
  if (assets.isError) {
    return <FailedState title="Failed to load assets" error={assets.error} onRetry={onRetry} />;
  }
  if (search !== '') {
    const title = `Nothing in ${categoryLabels[category]} has “${search}” in its name`;
    return <EmptyState icon={SearchX} title={title} />;
  }
  return (
    <EmptyState
      icon={categoryIcons[category]}
      title={emptyText(category)}
      text="Drag & drop files here or click Upload"
    />
  );
}

function Loading() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-2 p-3">
      <p role="status" className="sr-only">
        Loading assets...
      </p>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-28 rounded-lg" />
      ))}
    </div>
  );
}
