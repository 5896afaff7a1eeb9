import type { Project } from '@studio/contract/http/projects';
import type { ProjectState } from './project-state.ts';

/** One opening of a project, for what was asked for in it and may get its turn after it. */
export interface ProjectSession {
  /** The desk at the moment when another project came onto it; null while this one lies there. */
  left: ProjectState | null;
  /** The project as the server last answered. */
  held: Project | null;
}
