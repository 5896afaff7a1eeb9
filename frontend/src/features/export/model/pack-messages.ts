import type { ExportedProject } from '@studio/engine/export/exported-project';

/** Page → worker. A worker packs one project. */
export interface PackRequest {
  project: ExportedProject;
  /** MODULE_CDN; null: unset. */
  moduleCdn: string | null;
  /** The origin of users' files, whose `/lib` has the studio's library files. */
  assetsUrl: string;
}

/** How far the fetching of a project's files has come. */
export interface PackProgress {
  fetched: number;
  of: number;
  bytes: number;
}

/** Worker → page: progress, any number of times, and at the end the ZIP or the words of what went wrong. */
export type PackAnswer = { progress: PackProgress } | { zip: Blob } | { fault: string };
