import type { BrowserStorage } from '@/lib/browser-storage.ts';

/** SPEC 2: the project that somebody wanted to see before signing in. */
const key = 'pendingSharedProject';

export function rememberSharedProject(storage: BrowserStorage, projectId: string): void {
  storage.write(key, projectId);
}

export function forgetSharedProject(storage: BrowserStorage): void {
  storage.remove(key);
}

export function pendingSharedProject(storage: BrowserStorage): string | null {
  return storage.read(key);
}
