import { type ComponentType, lazy } from 'react';

/** React's `lazy` for a page. If its code could not be loaded, the page says so and loads it again on request. */
export function lazyPage<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() =>
    load().catch(() => import('./page-not-loaded.tsx').then((other) => other.pageNotLoaded(load))),
  );
}
