import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Scrolls a list to its top when it shows another page, search or order, but not when what is shown changes by itself.
 * `shown`: which one it is; null while the one before is still there.
 */
export function useScrollToTop(region: RefObject<HTMLElement | null>, shown: string | null): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown === null || shown === before.current) return;
    before.current = shown;
    scrollToTop(region.current);
  }, [region, shown]);
}

function scrollToTop(element: HTMLElement | null): void {
  if (element) element.scrollTop = 0;
}
