declare global {
  interface Window {
    /** For `entry.ts`. On `window`, because the inline script and the app are separate builds. */
    handleLoadFailure: () => void;
  }
}

/** How long (ms) the page waits before it is loaded again. */
const pauseMs = 3_000;

/**
 * Handles a failure to load the page's scripts: while a new release is rolled out, a server of the other version may not
 * have them.
 */
export function watchForLoadFailure(): void {
  window.handleLoadFailure = () => void setTimeout(reloadOnce, pauseMs);
  // In the capture phase, as such an event does not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      // Browser extensions and filters add scripts, too.
      if (target instanceof Element && target.matches('script[src^="/assets/"]')) window.handleLoadFailure();
    },
    true,
  );
}

/** Reloads the page; if this was a reload already, says that it could not be loaded. */
function reloadOnce(): void {
  const reload = () => location.reload();
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'reload') return reload();
  const notice = document.getElementById('load-failure');
  notice?.querySelector('button')?.addEventListener('click', reload);
  notice?.removeAttribute('hidden');
}
