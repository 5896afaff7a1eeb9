import { limits } from '@studio/contract/limits';
import type { BrowserStorage } from '@/lib/browser-storage.ts';

/** SPEC 2: the project that somebody wanted to see before signing in. */
const key = 'pendingSharedProject';
const id = `[0-9a-z]{${limits.idLength}}`;
const isId = new RegExp(`^${id}$`);
const projectPath = new RegExp(`^/project/(${id})/?$`);

export function rememberSharedProject(storage: BrowserStorage, projectId: string): void {
  storage.write(key, projectId);
}

export function forgetSharedProject(storage: BrowserStorage): void {
  storage.remove(key);
}

/** Where to go after signing in: the remembered project, else the editor. A broken value counts as none. */
export function pathAfterLogin(storage: BrowserStorage): string {
  const projectId = storage.read(key);
  return projectId !== null && isId.test(projectId) ? `/project/${projectId}` : '/';
}

/** The project that a path leads to; null for any other path. */
export function projectOfPath(path: string): string | null {
  return projectPath.exec(path)?.[1] ?? null;
}
