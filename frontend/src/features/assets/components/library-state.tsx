import type { AssetCategory } from '@studio/contract/http/assets';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { EmptyState, FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import * as texts from '../texts.ts';
import { categoryIcons } from './asset-card.tsx';

interface LibraryStateProps {
  assets: UseQueryResult;
  category: AssetCategory;
  search: string;
  onRetry: () => void;
}

/** Shown instead of a category's cards: loading, failed, nothing found, or empty. */
export function LibraryState({ assets, category, search, onRetry }: LibraryStateProps) {
  if (assets.isFetching) return <Loading />;
  if (assets.isError) {
    return <FailedState title={texts.loadAssetsFailed} error={assets.error} onRetry={onRetry} />;
  }
  if (search !== '') {
    const title = texts.nothingFound(texts.categoryLabels[category], search);
    return <EmptyState icon={SearchX} title={title} />;
  }
  return (
    <EmptyState icon={categoryIcons[category]} title={texts.emptyText(category)} text={texts.dropOrUpload} />
  );
}

function Loading() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-2 p-3">
      <p role="status" className="sr-only">
        {texts.loadingAssets}
      </p>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-28 rounded-lg" />
      ))}
    </div>
  );
}
