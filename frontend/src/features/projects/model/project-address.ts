/** Where the project on screen is to be found: `/` as long as it was never saved (CONTRACT 6 URLs). */
export function addressOf({ project }: { project: { id: string | null } }): string {
  return project.id === null ? '/' : `/project/${project.id}`;
}

/** Where somebody's public projects are to be found (CONTRACT 6 URLs). */
export function authorAddress(username: string): string {
  return `/user/${encodeURIComponent(username)}`;
}

/** CONTRACT: the title by which the studio's own welcome project is found. */
export const welcomeTitle = 'Welcome to CodeStudio';
