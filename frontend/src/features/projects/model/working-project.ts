import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { Sources } from '@studio/engine/source';
import { customAlphabet } from 'nanoid';
import * as z from 'zod/mini';

/** Who took an open project away: its owner, the moderators, the end of its publicity, or nobody knows which of these. */
export const RemovedBy = z.enum(['owner', 'moderation', 'visibility', 'unknown']);
export type RemovedBy = z.infer<typeof RemovedBy>;

/** The project on the desk: what the server holds of it plus whatever was typed since. */
export interface WorkingProject extends Sources {
  /** Null until the first save. */
  id: string | null;
  /** Stands for the project where an id is needed before there is one (sandbox host, drafts, /preview): the id once it has one, else random. */
  key: string;
  /** Null: nobody's yet, so it will be the user's. */
  userId: string | null;
  username: string | null;
  title: string;
  description: string;
  tags: string[];
  isPublic: boolean;
  isEmbeddable: boolean;
  frameworkConfig: FrameworkConfig;
  /** The server's version that the present text stands on; 0 before the first save. */
  version: number;
  views: number;
  likes: number;
  forkCount: number;
  isLiked: boolean;
  updatedAt: string | null;
  /** The moderators took it down: nobody but the owner sees it. */
  takenDown?: true | undefined;
}

/** An id for a project that has none yet; like the server's, it can stand in a host name. */
const newKey = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', limits.idLength);

/** SPEC 5: the title defaults to Untitled, the sources to empty. */
export function blankProject(): WorkingProject {
  return {
    id: null,
    key: newKey(),
    userId: null,
    username: null,
    title: 'Untitled',
    html: '',
    css: '',
    js: '',
    description: '',
    tags: [],
    isPublic: false,
    isEmbeddable: false,
    frameworkConfig: defaultFrameworkConfig,
    version: 0,
    views: 0,
    likes: 0,
    forkCount: 0,
    isLiked: false,
    updatedAt: null,
  };
}

export function workingProject(project: Project): WorkingProject {
  const { forkedFrom: _forkedFrom, createdAt: _createdAt, ...rest } = project;
  return { ...rest, key: project.id };
}

/** The same text as a project of nobody yet: the server no longer has it. */
export function withoutId(project: WorkingProject): WorkingProject {
  const { title, html, css, js, description, tags, frameworkConfig } = project;
  return { ...blankProject(), title, html, css, js, description, tags, frameworkConfig };
}

/** A project, and who is signed in beside it. */
interface ProjectOfUser {
  project: WorkingProject;
  userId: string | null;
}

/** Whether a save goes to this project rather than into a copy. */
export function isOwn({ project, userId }: ProjectOfUser): boolean {
  return project.userId === null || project.userId === userId;
}

/** Whether the server holds this project as the user's own. */
export function isOwnSaved(state: ProjectOfUser): boolean {
  return state.project.id !== null && isOwn(state);
}
