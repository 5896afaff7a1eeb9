import type { BrowserStorage } from './browser-storage.ts';

/** The stored value for a project with code from another page. */
export const foreignMark = 'foreign';

/** The key under which the browser stores why a project's code is not run when it is opened. */
export const runGuardKey = (projectKey: string) => `codestudio_preview_hung_${projectKey}`;

/** Stores that code from another page waits for the user to run it, even after a reload. False if that fails. */
export function markForeign(storage: BrowserStorage, projectKey: string): boolean {
  return storage.write(runGuardKey(projectKey), foreignMark);
}

/** Whether the project has code from another page that was not run yet. */
export function isForeign(storage: BrowserStorage, projectKey: string): boolean {
  return storage.read(runGuardKey(projectKey)) === foreignMark;
}

/** Code from another page that was not run yet is marked in a copy of its project, too. */
export function copyForeignMark(storage: BrowserStorage, from: string, to: string): void {
  if (isForeign(storage, from)) markForeign(storage, to);
}
