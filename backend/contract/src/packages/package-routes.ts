import * as z from 'zod/mini';
import { text } from '../http/text.js';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { PackageVersions } from './package-versions.js';

/** The description of one version of a package. */
export const PackageDetails = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  /** As the package states it (SPDX); empty if it states none. */
  license: z.string(),
  /** Bytes of all its files; null for a search result from the registry. */
  size: z.nullable(z.int()),
  source: z.enum(['shelf', 'registry']),
});
export type PackageDetails = z.infer<typeof PackageDetails>;

export const PackageList = z.object({
  packages: z.array(PackageDetails),
  /** A message why packages of the registry are missing; null if they are not, or if there is no registry. */
  problem: z.nullable(z.string()),
});
export type PackageList = z.infer<typeof PackageList>;

export const PackageQuery = z.object({ search: z._default(text(limits.searchLength), '') });
export type PackageQuery = z.infer<typeof PackageQuery>;

export const packageProblems = [
  /** This studio has no such package. */
  'unknown_package',
  /** No version satisfies the range, or this studio does not have this version. */
  'unknown_version',
  /** The package has no such module or file. */
  'unknown_path',
  /** The package has declarations, which TypeScript can use, and no module to run. Its version is added all the same. */
  'types_only',
  /** The project has a version that the range does not allow, or that does not fit the needs of another package. */
  'version_conflict',
  /** It needs Node or the machine, and does not run in a page. */
  'needs_node',
  'too_large',
  /** More packages than a project may have. */
  'too_many',
  /** The registry has it, but the studio refuses it for its content, its age or its name. */
  'refused',
  /** Not now: the registry does not answer, the storage cannot be read, or the studio has too much else to do. */
  'registry_unavailable',
] as const;

/** Why an import cannot work, as a message for its author, with similar names as suggestions. */
export const PackageProblem = z.object({
  specifier: z.string(),
  code: z.enum(packageProblems),
  message: z.string(),
  suggestions: z.array(z.string()),
});
export type PackageProblem = z.infer<typeof PackageProblem>;

export const ResolvePackages = z.object({
  /** Bare imports, as they are in the code; with `/*.css` behind them where they have to be style sheets. */
  specifiers: z
    .array(text(1_000, 1))
    .check(
      z.maxLength(limits.specifiersPerLookup, `must have at most ${limits.specifiersPerLookup} specifiers`),
    ),
  /** The versions that the project uses already; they never change. */
  packages: z._default(PackageVersions, {}),
  /** Packages that the studio bundles for the project, such as React: checked against others' needs, never added. */
  carried: z._default(PackageVersions, {}),
  /** Waits for the registry's current versions; without it, the `newest` in the response may be outdated. */
  newest: z._default(z.boolean(), false),
  /** Also finds the declarations, including those of `@types` packages on the registry. */
  types: z._default(z.boolean(), false),
  /** Also lists what the packages depend on. */
  dependencies: z._default(z.boolean(), false),
});
export type ResolvePackages = z.infer<typeof ResolvePackages>;

export const PackageDependencies = z.record(z.string(), z.record(z.string(), z.string()));
export type PackageDependencies = z.infer<typeof PackageDependencies>;

export const ResolvedPackages = z.object({
  /** The given versions, and new ones for the imports and for the packages that these need. */
  packages: PackageVersions,
  /** The details of each package that this studio has; `newest` is the version that an update would take. */
  details: z.record(z.string(), z.extend(PackageDetails, { newest: z.string() })),
  /**
   * If requested: the paths of the declarations (`….d.ts`) of each package, of each given import, and of the packages
   * that these declarations import. They are in the package itself or in its `@types`. With `?types` appended:
   * `TypeFiles`.
   */
  types: z.record(z.string(), z.string()),
  /**
   * If requested: for each package that has any, and for those that it depends on, by `name@version`, the exact versions
   * of its dependencies by the name that it imports; `npm:name@version` for an alias.
   */
  dependencies: PackageDependencies,
  /** The imports whose module has a default export. */
  defaults: z.array(z.string()),
  problems: z.array(PackageProblem),
});
export type ResolvedPackages = z.infer<typeof ResolvedPackages>;

/**
 * All declarations of a package that one of its files imports, directly or not, and its `package.json`, by their paths.
 * Every sandbox origin serves them at the path of a `.d.ts` file with `?types`.
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
