import type { PackageDetails, PackageProblem } from '@studio/contract/packages/package-routes';
import type { FolderSize } from '../store/folder-size.js';

/** A version of a package, as the registry describes it. */
export interface FoundVersion {
  name: string;
  version: string;
  /** The ranges of its dependencies, as in its manifest. */
  dependencies: Record<string, string>;
  /** The ranges of its optional dependencies. */
  optional: Record<string, string>;
  /** Whether its manifest restricts operating systems or processors. */
  isForMachine: boolean;
  /**
   * When the first version of the package was published, in milliseconds since the epoch; null if the registry does
   * not state it.
   */
  firstPublished: number | null;
  archive: Archive;
}

/** The address of a version's archive on the registry itself, and its expected hash. */
export interface Archive {
  address: string;
  integrity: string;
}

/** A job for the registry's process. */
export type RegistryJob =
  | { kind: 'find'; name: string; range: string | null }
  | { kind: 'fetch'; name: string; version: string; archive: Archive; folder: string; archivePath: string }
  | { kind: 'search'; text: string };

/** The result of each kind of job. */
export interface RegistryResults {
  find: FoundVersion;
  /** The size of what was unpacked. */
  fetch: FolderSize;
  search: PackageDetails[];
}

/** The configured registry and the condition for its packages. */
export interface RegistrySettings {
  /** Null: npm's own setting. */
  address: string | null;
  /** Days since a version must have been published. */
  minAge: number;
}

/** A message to the process. */
export interface RegistryRequest {
  id: number;
  settings: RegistrySettings;
  job: RegistryJob;
}

export type RegistryResponse =
  | { id: number; result: RegistryResults[RegistryJob['kind']] }
  | { id: number; isTimeout: true }
  | { id: number; refusal: { code: PackageProblem['code']; message: string } };

/**
 * A package is missing in the registry or refused. The message gives the reason and is shown to the user who imports
 * it.
 */
export class RegistryRefusal extends Error {
  readonly code: PackageProblem['code'];
  readonly suggestions: string[];

  constructor(code: PackageProblem['code'], message: string, suggestions: string[] = []) {
    super(message);
    this.code = code;
    this.suggestions = suggestions;
  }
}

/** The response to a request is refused. The message does not name the package, which the request did not know. */
export class ResponseRefusal extends RegistryRefusal {}

/** The requested package exists, but one of its dependencies is missing or refused. */
export class DependencyRefusal extends RegistryRefusal {}

/** The registry does not answer a job in time. */
export class RegistryTimeout extends RegistryRefusal {
  constructor(job: RegistryJob) {
    const message = `${subjectOf(job)} cannot be fetched: the registry does not answer in time. Try again in a minute`;
    super('registry_unavailable', message);
  }
}

/** What a job asks for, as the start of a message. */
export function subjectOf(job: RegistryJob): string {
  if (job.kind === 'search') return 'Packages';
  return job.kind === 'find' ? job.name : `${job.name} ${job.version}`;
}

/** Returns a refusal as a value. */
export async function orRefusal<Result>(result: Promise<Result>): Promise<Result | RegistryRefusal> {
  return result.catch((error: unknown) => {
    if (error instanceof RegistryRefusal) return error;
    throw error;
  });
}

/** Returns null for a refusal. */
export async function unlessRefused<Result>(result: Promise<Result>): Promise<Result | null> {
  const found = await orRefusal(result);
  return found instanceof RegistryRefusal ? null : found;
}

/** Limits of requests to the registry. `packageLimits` has those of unpacked packages. */
export const registryLimits = {
  archiveBytes: 50 * 1_048_576,
  /** The description of all versions of a package; that of `typescript` has 12 MB. */
  descriptionBytes: 64 * 1_048_576,
  /** How many packages one may need, directly or not. */
  dependencies: 150,
  /** How many packages a request may fetch: as many as one that needs the most. */
  packages: 151,
  /** Milliseconds for a response of the registry, and in total for all that a request fetches. */
  responseMs: 20_000,
  totalMs: 60_000,
};
