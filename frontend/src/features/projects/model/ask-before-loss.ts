import type { ProjectStore } from './project-store.ts';

/** Has the browser ask before the page is closed, where it has refused to keep the unsaved text; only then. */
export function askBeforeLoss(store: ProjectStore): void {
  const ask = (event: Event) => event.preventDefault();
  store.subscribe(({ dirty, kept }) => {
    if (dirty && !kept) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}
