import type { PackageProblem } from '@studio/contract/packages/package-routes';
import { askedAsStyles } from '@studio/contract/packages/specifier';
import type { Problem } from '../problem.js';
import { isBare, isPackageStyle } from '../script/module-imports.js';
import { cdnAddress, isOnlyOnCdn, type PackageTarget } from './frozen-packages.js';
import type { ImportUse } from './import-use.js';
import { missingProblem } from './missing-imports.js';

/** Determines where imports are loaded from. */
export interface ImportTarget extends PackageTarget {
  /** Known problems with imports of packages. */
  packageProblems?: readonly PackageProblem[];
}

/** Where imports are loaded from, and what is learned of them on the way. */
export class ResolvedImports {
  /** The specifiers of npm packages. */
  readonly packages = new Set<string>();
  /** Those whose package has no frozen version. */
  readonly missing = new Set<string>();
  readonly problems: Problem[] = [];

  constructor(private readonly target: ImportTarget) {}

  /**
   * The address of an import, null if there is none, and its known problem, which is reported.
   * @param frozen its address in the studio or in the project's version of its package
   */
  resolve(use: ImportUse, frozen: string | null, isPackage: boolean) {
    const { specifier, isInStyles } = use;
    const isUnnamed = isInStyles && !isPackageStyle(specifier);
    const asked = isUnnamed ? askedAsStyles(specifier) : specifier;
    if (isPackage) this.#add(asked, frozen);
    const problem = this.target.packageProblems?.find((each) => each.specifier === asked);
    // On networks, a name without a file is that of a script.
    const elsewhere = isUnnamed || frozen !== null ? null : this.#onNetwork(specifier);
    const address = (isPermanent(problem) ? null : frozen) ?? elsewhere;
    if (address === null || (problem && frozen !== null)) this.problems.push(missingProblem(use, problem));
    return { address, problem };
  }

  #add(specifier: string, frozen: string | null): void {
    // The studio knows nothing about what comes from elsewhere.
    if (frozen !== null && isOnlyOnCdn(this.target)) return;
    this.packages.add(specifier);
    if (frozen === null) this.missing.add(specifier);
  }

  #onNetwork(specifier: string): string | null {
    const { moduleCdn } = this.target;
    return moduleCdn !== null && isBare(specifier) ? cdnAddress(moduleCdn, specifier) : null;
  }
}

/** Whether an import cannot work. While a frozen version cannot be looked up, the browser may still have its modules. */
export function isPermanent(problem: PackageProblem | undefined): boolean {
  return problem !== undefined && problem.code !== 'registry_unavailable';
}
