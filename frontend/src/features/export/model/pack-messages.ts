import type { ExportedProject } from '@studio/engine/export/exported-project';

/** Page → worker. A worker packs one project. */
export interface PackRequest {
  project: ExportedProject;
  /** MODULE_CDN; null: unset. */
  moduleCdn: string | null;
  /** The origin whose `/lib` has the studio's library files. */
  libraryOrigin: string;
}

/** Worker → page: the ZIP, or the words of what went wrong. */
export type PackAnswer = { zip: Blob } | { fault: string };
