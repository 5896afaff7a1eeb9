import { asWritten, type PackageSpecifier, parseSpecifier } from '@studio/contract/packages/specifier';
import { isBuiltInPackage } from '@studio/engine/libraries/built-in-modules';
import type { Catalog } from './catalog/catalog.js';

/** What a user can do about a package that the studio does not have. */
export const howToDoWithout = 'Import it by its full address, or name an address for it in an import map';

/** How a user can change the project's version of a package. */
export function howToChange(name: string): string {
  if (name === 'react' || name === 'react-dom')
    return 'Choose another React version in Framework Configuration';
  if (isBuiltInPackage(name)) return `The studio has no other version of ${name}`;
  return `Update ${name} in Packages`;
}

/** How a user can change it to an older one. */
export function howToTakeOlder(name: string, range: string): string {
  return `Import "${name}@${range}", then update it in Packages`;
}

/** Whether an import can name the range: it has no blanks. */
export function isWritable(range: string): boolean {
  return parseSpecifier(`x@${range}`)?.range === range;
}

/** The same import with similar package names, without the `npm:` of Deno. */
export async function similarImports(
  asked: string,
  { names, closest }: Pick<Catalog, 'names' | 'closest'>,
): Promise<string[]> {
  const specifier = asWritten(asked).replace(/^npm:/, '');
  const name = parseSpecifier(specifier.toLowerCase())?.name ?? specifier;
  const rest = specifier.slice(name.length);
  return closest(name, await names()).map((each) => each + rest);
}

/** The same import of the version that the project has, or else of the newest. */
export function withoutRange({ name, subpath }: PackageSpecifier): string {
  return name + subpath.slice(1);
}
