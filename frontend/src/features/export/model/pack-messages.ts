import type { ExportedProject } from '@studio/engine/export/exported-project';

/** Sent to the worker, which packs one project. */
export interface PackRequest {
  project: ExportedProject;
  /** MODULE_CDN; null: unset. */
  moduleCdn: string | null;
  /** The origin of users' files, whose `/lib` has the studio's library files. */
  assetsUrl: string;
}

/** The progress of downloading a project's files. */
export interface PackProgress {
  fetched: number;
  of: number;
  bytes: number;
}

/** Sent by the worker: progress any number of times, then the ZIP or an error message. */
export type PackAnswer = { progress: PackProgress } | { zip: Blob } | { fault: string };
