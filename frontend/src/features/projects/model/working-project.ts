import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { Sources } from '@studio/engine/source';
import { customAlphabet } from 'nanoid';
import * as z from 'zod/mini';

/** Why an open project was removed: by its owner, by moderators, because it became private, or unknown. */
export const RemovedBy = z.enum(['owner', 'moderation', 'visibility', 'unknown']);
export type RemovedBy = z.infer<typeof RemovedBy>;

/** The open project: the server's record with later edits. */
export interface WorkingProject extends Sources {
  /** Null until the first save. */
  id: string | null;
  /** Identifies the project before and after its first save (sandbox host, drafts, /preview): its id, else random. */
  key: string;
  /** The id of the user's own project before its removal. */
  formerId?: string | undefined;
  /** Null: no owner yet; a save makes it the user's. */
  userId: string | null;
  username: string | null;
  title: string;
  description: string;
  tags: string[];
  isPublic: boolean;
  isEmbeddable: boolean;
  frameworkConfig: FrameworkConfig;
  /** The server's version that the present text is based on; 0 before the first save. */
  version: number;
  views: number;
  likes: number;
  forkCount: number;
  isLiked: boolean;
  updatedAt: string | null;
  /** Unknown before the project was read from the server. */
  forkedFrom?: string | null;
  /** The number of its links; known only for the user's own projects. */
  liveLinks?: number | undefined;
  /** The moderators took it down: only the owner sees it. */
  takenDown?: true | undefined;
}

/** A temporary id for a new project; like the server's ids, it is valid in a host name. */
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

/** A saved project as it is edited: its key is its id. */
export function workingProject(project: Project): WorkingProject {
  const { createdAt: _createdAt, ...rest } = project;
  return { ...rest, key: project.id };
}

/** The project without id and owner, as the server no longer has it. */
export function withoutId(project: WorkingProject): WorkingProject {
  return { ...blankProject(), ...contentOf(project) };
}

/** A project and the signed-in user. */
interface ProjectOfUser {
  project: WorkingProject;
  userId: string | null;
}

/** Whether a save updates this project instead of creating a copy. */
export function isOwn({ project, userId }: ProjectOfUser): boolean {
  return project.userId === null || project.userId === userId;
}

/** Whether this is a saved project of the user. */
export function isOwnSaved(state: ProjectOfUser): boolean {
  return state.project.id !== null && isOwn(state);
}

/** The content of a save: everything the user edits, without counters and rights. */
export type Content = Pick<
  Project,
  'title' | 'html' | 'css' | 'js' | 'description' | 'tags' | 'frameworkConfig'
>;

const fields = ['title', 'html', 'css', 'js', 'description', 'tags', 'frameworkConfig'] as const;

/** What the user edits of a project, without the rest. */
export function contentOf(project: Content): Content {
  return Object.fromEntries(fields.map((field) => [field, project[field]])) as Content;
}

/** What was typed last. `title`: one that is still being typed, and becomes the project's with the next save. */
export interface Typed extends Sources {
  title?: string;
}

/** The three sources, without the rest. */
export function sourcesOf({ html, css, js }: Sources): Sources {
  return { html, css, js };
}

/** The present content, including the last keystroke. */
export function currentContent({ project, typed }: { project: Content; typed: Typed }): Content {
  return { ...contentOf(project), ...typed };
}

/** The fields of `content` that differ from `base`; all fields if `base` is null. */
export function changedFields(content: Content, base: Content | null): Partial<Content> {
  return base === null
    ? content
    : Object.fromEntries(
        fields
          .filter((field) => !sameValue(content[field], base[field]))
          .map((field) => [field, content[field]]),
      );
}

/** Whether nothing differs that the user edits; false if `other` is null. */
export function sameContent(one: Content, other: Content | null): boolean {
  return other !== null && fields.every((field) => sameValue(one[field], other[field]));
}

/** The content after a save: the server's where it differs, but for what was changed since it was sent. */
export function mergeSavedContent(present: Content, sent: Content, saved: Content): Content {
  // What is equal stays the same object: its users compare it by identity.
  return { ...present, ...changedFields(saved, present), ...changedFields(present, sent) };
}

/** Compares texts directly, small structures by their entries in any order. */
function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isStructure(one) || !isStructure(other)) return false;
  return Object.keys({ ...one, ...other }).every((key) => sameValue(one[key], other[key]));
}

function isStructure(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
