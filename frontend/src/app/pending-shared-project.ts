import type { BrowserStorage } from '@/lib/browser-storage.ts';

/** The project to open after signing in (specification: Pages). */
const key = 'pendingSharedProject';

export function rememberSharedProject(storage: BrowserStorage, projectId: string): void {
  forgetSharedProject(storage);
  storage.write(key, projectId);
}

export function forgetSharedProject(storage: BrowserStorage): void {
  storage.remove(key);
}

export function pendingSharedProject(storage: BrowserStorage): string | null {
  return storage.read(key);
}
