import { limits } from '@studio/contract/limits';
import { type BrowserStorage, tabStore } from '@/lib/browser-storage.ts';
import { pendingSharedProject } from '../pending-shared-project.ts';

const id = `[0-9a-z]{${limits.idLength}}`;
const isId = new RegExp(`^${id}$`);
const projectPath = new RegExp(`^/project/(${id})/?$`);

/** Storage key of code for /new, in the form of its fragment, while the user signs in. */
export const pendingNewProject = 'codestudio_pending_new_project';

/** The path to open after signing in: stored code, the stored project, else the editor. Ignores invalid values. */
export function pathAfterLogin(storage: BrowserStorage): string {
  if (tabStore.read(pendingNewProject) !== null) return '/new';
  const projectId = pendingSharedProject(storage);
  return projectId !== null && isId.test(projectId) ? `/project/${projectId}` : '/';
}

/** The project id in a path; null for other paths. */
export function projectOfPath(path: string): string | null {
  return projectPath.exec(path)?.[1] ?? null;
}
