import * as z from 'zod/mini';
import { text } from '../http/text.js';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { PackageVersions } from './package-versions.js';

/** What is known of one version without running it. */
export const PackageDetails = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  /** As the package states it (SPDX); empty where it states none. */
  license: z.string(),
  /** Bytes of all its files; null for what a search has found on the registry. */
  size: z.nullable(z.int()),
  source: z.enum(['shelf', 'registry']),
});
export type PackageDetails = z.infer<typeof PackageDetails>;

export const PackageList = z.object({
  packages: z.array(PackageDetails),
  /** Why the registry's are not among them, in words for whoever searches; null where they are, or where there is none. */
  problem: z.nullable(z.string()),
});
export type PackageList = z.infer<typeof PackageList>;

export const PackageQuery = z.object({ search: z._default(text(limits.searchLength), '') });
export type PackageQuery = z.infer<typeof PackageQuery>;

export const packageProblems = [
  /** There is no such package here. */
  'unknown_package',
  /** It has no version that satisfies the range, or this one is not here. */
  'unknown_version',
  /** The package has no such module or file. */
  'unknown_path',
  /** The project has another version of it than the range allows, or than another package needs beside it. */
  'version_conflict',
  /** It needs Node or the machine, and does not run in a page. */
  'needs_node',
  'too_large',
  /** More packages than a project may have. */
  'too_many',
  /** The registry has it, and the studio does not take it: what its archive has, its age, or its name. */
  'refused',
  /** Not now: the registry does not answer, or the studio has too much else to fetch or build. */
  'registry_unavailable',
] as const;

/** Why an import cannot work, in words for its author, with names that may have been meant. */
export const PackageProblem = z.object({
  specifier: z.string(),
  code: z.enum(packageProblems),
  message: z.string(),
  suggestions: z.array(z.string()),
});
export type PackageProblem = z.infer<typeof PackageProblem>;

export const ResolvePackages = z.object({
  /** Bare imports, as they are in the code. */
  specifiers: z
    .array(text(1_000, 1))
    .check(z.maxLength(limits.specifiersAtOnce, `must have at most ${limits.specifiersAtOnce} specifiers`)),
  /** The versions that the project uses already; they never change. */
  packages: z._default(PackageVersions, {}),
  /** What the page of the project has anyway, such as its React: checked against what packages need, never added. */
  carried: z._default(PackageVersions, {}),
  /** Waits for what the registry says of newer versions; `newest` may be one that it had a while ago without. */
  newest: z._default(z.boolean(), false),
  /** Also finds the declarations, those of `@types` packages on the registry included. */
  types: z._default(z.boolean(), false),
});
export type ResolvePackages = z.infer<typeof ResolvePackages>;

export const ResolvedPackages = z.object({
  /** The versions given, and those added: of the imports, and of what their packages need beside them. */
  packages: PackageVersions,
  /** Of each package that is known here; `newest` is the version that an update would take. */
  details: z.record(z.string(), z.extend(PackageDetails, { newest: z.string() })),
  /**
   * Where they were asked for: the path of the declarations (`….d.ts`) of each package, of each import as it was asked, and of the packages that
   * those declarations import; of the package itself or of its `@types`. With `?types` behind it: `TypeFiles`.
   */
  types: z.record(z.string(), z.string()),
  /** Which of the imports lead to a module with a default export. */
  defaults: z.array(z.string()),
  problems: z.array(PackageProblem),
});
export type ResolvedPackages = z.infer<typeof ResolvedPackages>;

/**
 * All declarations of a package that one file of it leads to, and its `package.json`, by their paths: served on every
 * origin of the sandbox at the path of a `.d.ts` file with `?types`.
 */
export const TypeFiles = z.record(z.string(), z.string());
export type TypeFiles = z.infer<typeof TypeFiles>;

export const packageRoutes = {
  searchPackages: route({
    method: 'GET',
    path: '/packages',
    summary: 'At most 20 npm packages that code can import, best first; without `search`, all of the shelf.',
    access: 'none',
    status: 200,
    query: PackageQuery,
    response: PackageList,
  }),
  resolvePackages: route({
    method: 'POST',
    path: '/packages/resolve',
    summary:
      'The exact versions for the imports of a project. Versions that it has stay as they are; imports that cannot work are listed with the reason.',
    access: 'none',
    status: 200,
    body: ResolvePackages,
    response: ResolvedPackages,
  }),
};
