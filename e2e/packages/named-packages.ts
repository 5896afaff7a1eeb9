import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { parseSpecifier } from '@studio/contract/packages/specifier';
import { d3Modules } from './uses/d3-modules.ts';
import { shelf } from './uses/shelf.ts';
import { reactShelf, vueShelf } from './uses/shelf-components.ts';
import { shelfDependencies } from './uses/shelf-dependencies.ts';

/** A package and how a project uses it. */
export interface NamedPackage {
  name: string;
  /** What is imported: the package, or a path in it if it has no main module. */
  specifier: string;
  /** The body of an async arrow function, with the helpers of `proofScript`. It returns true if the package works. */
  use: string;
  framework: FrameworkConfig['framework'];
}

/** The usual import of packages without a main module. */
const paths: Record<string, string> = { 'math-intrinsics': '/abs' };

/** Over 200 packages by name, so that a failing one is not silently replaced. */
export const namedPackages: readonly NamedPackage[] = [
  ...namedIn('vanilla', shelf),
  ...namedIn('react', reactShelf),
  ...namedIn('vue', vueShelf),
  ...namedIn('vanilla', { ...shelfDependencies, ...d3Modules }),
].map((named) => ({ ...named, specifier: named.specifier + (paths[named.name] ?? '') }));

/** Packages for a project with this framework. `uses`: by specifier. */
export function namedIn(
  framework: FrameworkConfig['framework'],
  uses: Record<string, string>,
): NamedPackage[] {
  return Object.entries(uses).map(([specifier, use]) => {
    const { name } = parseSpecifier(specifier) ?? { name: specifier };
    return { name, specifier, use, framework };
  });
}
