import type { BrowserStorage } from '@/lib/browser-storage.ts';

/** The project to open after signing in (specification: Pages). */
const key = 'pendingSharedProject';

/** That of this page: others, whose sessions end at the same time, store theirs under the same key. */
let ofThisPage: string | null = null;

export function rememberSharedProject(storage: BrowserStorage, projectId: string): void {
  forgetSharedProject(storage);
  ofThisPage = projectId;
  storage.write(key, projectId);
}

export function forgetSharedProject(storage: BrowserStorage): void {
  ofThisPage = null;
  storage.remove(key);
}

export function pendingSharedProject(storage: BrowserStorage): string | null {
  return ofThisPage ?? storage.read(key);
}
