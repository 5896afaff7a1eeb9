import type { Page } from '@studio/contract/http/paging';
import { useEffect, useEffectEvent } from 'react';

/**
 * Turns to the last page of a list where the one on show is beyond it, since what stood there has been removed. True while
 * it does.
 */
export function useTurnBack(page: Page<unknown> | undefined, onPage: (page: number) => void): boolean {
  const last = page && Math.max(1, page.totalPages);
  const target = last && page.page > last ? last : null;
  const turn = useEffectEvent(onPage);
  useEffect(() => {
    if (target !== null) turn(target);
  }, [target]);
  return target !== null;
}
