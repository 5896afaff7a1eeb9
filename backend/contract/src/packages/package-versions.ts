import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { isExactVersion, isPackageName } from './package-names.js';

const notAName = 'must be the name of an npm package';
const ExactVersion = z
  .string()
  .check(z.refine<string>(isExactVersion, 'must be an exact version, such as 1.2.3'));

/** Packages by name, each with the exact version that a project uses. */
export const PackageVersions = z.record(z.string(), ExactVersion).check(
  ({ value, issues }) => {
    for (const name of Object.keys(value).filter((each) => !isPackageName(each)))
      issues.push({ code: 'custom', input: name, path: [name], message: notAName });
  },
  z.refine(
    (packages) => Object.keys(packages).length <= limits.packagesPerProject,
    `must have at most ${limits.packagesPerProject} packages`,
  ),
);
export type PackageVersions = z.infer<typeof PackageVersions>;
