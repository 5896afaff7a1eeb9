import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { isExactVersion, isPackageName } from './specifier.js';

const PackageName = z.string().check(z.refine<string>(isPackageName, 'must be the name of an npm package'));
const ExactVersion = z
  .string()
  .check(z.refine<string>(isExactVersion, 'must be an exact version, such as 1.2.3'));

/** Packages by name, each with the exact version that a project uses. */
export const PackageVersions = z
  .record(PackageName, ExactVersion)
  .check(
    z.refine(
      (packages) => Object.keys(packages).length <= limits.packagesPerProject,
      `must have at most ${limits.packagesPerProject} packages`,
    ),
  );
export type PackageVersions = z.infer<typeof PackageVersions>;
