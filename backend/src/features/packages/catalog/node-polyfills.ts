import { packagePath } from '@studio/contract/packages/specifier';
import { newestOf } from './newest-version.js';
import type { PackageSource } from './package-source.js';

/** Packages that replace modules of Node, if they are on the shelf. */
export const polyfills = [
  'assert',
  'buffer',
  'events',
  'process',
  'punycode',
  'string_decoder',
  'url',
  'util',
];

/** The address of each that is on the shelf, by its name. */
export async function addressesOfPolyfills(
  versionsOf: (name: string) => Promise<PackageSource[]>,
): Promise<Record<string, string>> {
  const newest = await Promise.all(polyfills.map(async (name) => newestOf(await versionsOf(name), null)));
  const found = newest.filter((source) => source !== null);
  return Object.fromEntries(found.map(({ name, version }) => [name, packagePath(name, version)]));
}
