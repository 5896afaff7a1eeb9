import type { Source } from '../source.js';

/** A project as it is taken home. */
export interface ExportedProject extends Source {
  title: string;
}

/** A file of the package, with what the README tells of it. */
export interface PackageFile {
  path: string;
  text: string;
  note: string;
}
