/** The address of the project on screen; `/` if it was never saved (specification: Pages). */
export function addressOf({ project }: { project: { id: string | null } }): string {
  return project.id === null ? '/' : `/project/${project.id}`;
}

/** The address of a published version (specification: Pages). */
export function versionAddress(projectId: string, rev: number): string {
  return `/project/${projectId}@${rev}`;
}

/** The address of a user's public projects (specification: Pages). */
export function authorAddress(username: string): string {
  return `/user/${encodeURIComponent(username)}`;
}

/** The title that identifies the studio's own welcome project (specification: Welcome project). */
export const welcomeTitle = 'Welcome to CodeStudio';
