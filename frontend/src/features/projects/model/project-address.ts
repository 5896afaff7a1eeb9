/** Where the project on screen is to be found: `/` as long as it was never saved (specification: Pages). */
export function addressOf({ project }: { project: { id: string | null } }): string {
  return project.id === null ? '/' : `/project/${project.id}`;
}

/** Where a published version of a project is to be found (specification: Pages). */
export function versionAddress(projectId: string, rev: number): string {
  return `/project/${projectId}@${rev}`;
}

/** Where somebody's public projects are to be found (specification: Pages). */
export function authorAddress(username: string): string {
  return `/user/${encodeURIComponent(username)}`;
}

/** The title by which the studio's own welcome project is found (specification: Welcome project). */
export const welcomeTitle = 'Welcome to CodeStudio';
