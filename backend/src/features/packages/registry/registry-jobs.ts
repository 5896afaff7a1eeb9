import type { PackageDetails, PackageProblem } from '@studio/contract/packages/package-routes';

/** One version of a package, as the registry describes it. */
export interface FoundVersion {
  name: string;
  version: string;
  /** Ranges of the packages that it depends on, as its manifest has them. */
  dependencies: Record<string, string>;
  /** Of those that it does without where they are not to be had. */
  optional: Record<string, string>;
  /** It says which systems or processors it is for. */
  isForMachine: boolean;
  /** When the package itself was first published, in milliseconds; null where the registry does not say. */
  firstPublished: number | null;
  archive: Archive;
}

/** Where the archive of a version is, on the registry itself, and the hash that it has to have. */
export interface Archive {
  address: string;
  integrity: string;
}

/** What the registry's process is asked to do. */
export type RegistryJob =
  | { kind: 'find'; name: string; range: string | null }
  | { kind: 'fetch'; name: string; version: string; archive: Archive; folder: string; keptAs: string }
  | { kind: 'search'; text: string };

/** What each job ends with. */
export interface RegistryResults {
  find: FoundVersion;
  /** The bytes of the files in the folder, which is filled; the archive is kept as that file. */
  fetch: number;
  search: PackageDetails[];
}

/** Which registry, and what is taken from it. */
export interface RegistrySettings {
  /** Null: the one that npm is configured to. */
  address: string | null;
  /** Days that a version has to be published. */
  minAge: number;
}

/** To the process. */
export interface RegistryQuestion {
  id: number;
  settings: RegistrySettings;
  job: RegistryJob;
}

export type RegistryAnswer =
  | { id: number; result: RegistryResults[RegistryJob['kind']] }
  | { id: number; refusal: { code: PackageProblem['code']; message: string } };

/** A package that the registry does not have, or that is not taken from it. The message says why, for whoever imports it. */
export class RegistryRefusal extends Error {
  readonly code: PackageProblem['code'];
  readonly suggestions: string[];

  constructor(code: PackageProblem['code'], message: string, suggestions: string[] = []) {
    super(message);
    this.code = code;
    this.suggestions = suggestions;
  }
}

/** The name that was asked for is right; something that the package depends on is not to be had. */
export class DependencyRefusal extends RegistryRefusal {}

/** Of the archive of one version, before and after it is unpacked; what unpacked versions may have is `packageLimits`. */
export const registryLimits = {
  archiveBytes: 50 * 1_048_576,
  /** What the registry says of all versions of a package; `typescript` has 12 MB. */
  descriptionBytes: 64 * 1_048_576,
  /** Packages that one needs, directly or not. */
  dependencies: 150,
  /** Milliseconds for one answer of the registry, and for a package with all that it depends on. */
  answerMs: 20_000,
  totalMs: 60_000,
};
