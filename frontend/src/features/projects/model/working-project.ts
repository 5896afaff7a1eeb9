import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { Sources } from '@studio/engine/source';
import { customAlphabet } from 'nanoid';
import * as z from 'zod/mini';

/** Who took an open project away: its owner, the moderators, the end of its publicity, or nobody knows which of these. */
export const RemovedBy = z.enum(['owner', 'moderation', 'visibility', 'unknown']);
export type RemovedBy = z.infer<typeof RemovedBy>;

/** The open project: what the server holds of it plus whatever was typed since. */
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
  /** Not known of a project that was not read from the server yet. */
  forkedFrom?: string | null;
  /** How many links open it; known of one's own alone. */
  liveLinks?: number | undefined;
  /** The moderators took it down: nobody but the owner sees it. */
  takenDown?: true | undefined;
}

/** An id for a project that has none yet; like the server's, it can stand in a host name. */
const newKey = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', limits.idLength);

/** The title defaults to Untitled, the sources to empty (specification: Project record). */
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
  const { createdAt: _createdAt, ...rest } = project;
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

/** What a save carries: all of a project that is written, without its counters and its rights. */
export type Content = Pick<
  Project,
  'title' | 'html' | 'css' | 'js' | 'description' | 'tags' | 'frameworkConfig'
>;

const fields = ['title', 'html', 'css', 'js', 'description', 'tags', 'frameworkConfig'] as const;

export function contentOf(project: Content): Content {
  const { title, html, css, js, description, tags, frameworkConfig } = project;
  return { title, html, css, js, description, tags, frameworkConfig };
}

/** The present content, including the last keystroke. */
export function currentContent({ project, typed }: { project: Content; typed: Sources }): Content {
  return { ...contentOf(project), ...typed };
}

/** The fields that differ, with the first one's values; all of them where there is nothing to compare with. */
export function changedFields(content: Content, base: Content | null): Partial<Content> {
  return base === null
    ? content
    : Object.fromEntries(
        fields
          .filter((field) => !sameValue(content[field], base[field]))
          .map((field) => [field, content[field]]),
      );
}

export function sameContent(one: Content, other: Content | null): boolean {
  return other !== null && fields.every((field) => sameValue(one[field], other[field]));
}

/** The content after a save: where a field is still what was sent, the server's form of it counts. */
export function mergeSavedContent(present: Content, sent: Content, saved: Content): Content {
  const adopted = fields.filter((field) => sameValue(present[field], sent[field]));
  return { ...present, ...Object.fromEntries(adopted.map((field) => [field, saved[field]])) };
}

/** Texts are compared as they are; the small structures by their entries, in whatever order. */
function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isStructure(one) || !isStructure(other)) return false;
  return Object.keys({ ...one, ...other }).every((key) => sameValue(one[key], other[key]));
}

function isStructure(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
