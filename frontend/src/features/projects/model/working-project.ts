import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { customAlphabet } from 'nanoid';
import type { ProjectState, WorkingProject } from './project-state.ts';

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

/** Whether a save goes to this project rather than into a copy. */
export function isOwn({ project, userId }: Pick<ProjectState, 'project' | 'userId'>): boolean {
  return project.userId === null || project.userId === userId;
}

/** Whether the server holds this project as the user's own. */
export function isOwnSaved(state: Pick<ProjectState, 'project' | 'userId'>): boolean {
  return state.project.id !== null && isOwn(state);
}
