import { limits } from '@studio/contract/limits';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import { pendingSharedProject } from '../pending-shared-project.ts';

const id = `[0-9a-z]{${limits.idLength}}`;
const isId = new RegExp(`^${id}$`);
const projectPath = new RegExp(`^/project/(${id})/?$`);

/** Where to go after signing in: the remembered project, else the editor. A broken value counts as none. */
export function pathAfterLogin(storage: BrowserStorage): string {
  const projectId = pendingSharedProject(storage);
  return projectId !== null && isId.test(projectId) ? `/project/${projectId}` : '/';
}

/** The project that a path leads to; null for any other path. */
export function projectOfPath(path: string): string | null {
  return projectPath.exec(path)?.[1] ?? null;
}
