import { Spinner } from '@/ui/progress-indicators.tsx';
import * as texts from './texts.ts';

/** Stands in for a page until it can be drawn. */
export function PageLoading() {
  return (
    <main aria-busy className="flex h-full items-center justify-center gap-2 text-muted">
      <Spinner size={18} />
      {texts.loading}
    </main>
  );
}
