import { limits } from '@studio/contract/limits';
import { type BrowserStorage, tabStore } from '@/lib/browser-storage.ts';
import { pendingSharedProject } from '../pending-shared-project.ts';

const id = `[0-9a-z]{${limits.idLength}}`;
const isId = new RegExp(`^${id}$`);
const projectPath = new RegExp(`^/project/(${id})/?$`);

/** What another page handed over to be opened at /new, as in its fragment, while its reader signs in. */
export const pendingNewProject = 'codestudio_pending_new_project';

/** Where to go after signing in: the code that was handed over, the remembered project, else the editor. A broken value counts as none. */
export function pathAfterLogin(storage: BrowserStorage): string {
  if (tabStore.read(pendingNewProject) !== null) return '/new';
  const projectId = pendingSharedProject(storage);
  return projectId !== null && isId.test(projectId) ? `/project/${projectId}` : '/';
}

/** The project that a path leads to; null for any other path. */
export function projectOfPath(path: string): string | null {
  return projectPath.exec(path)?.[1] ?? null;
}
