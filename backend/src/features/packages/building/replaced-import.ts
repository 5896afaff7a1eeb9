import { parseSpecifier } from '@studio/contract/packages/specifier';
import { conditionsOf, type Exports, type ImportKind, type PackageFolder } from './package-entries.js';

/**
 * The import of another package that the manifest names in place of one: `browser` for pages, `imports` for names such
 * as `#fetch`. Null if it names none.
 */
export function replacedImport(
  { manifest: { browser, imports } }: PackageFolder,
  source: string,
  kind: ImportKind,
): string | null {
  const table = source.startsWith('#') ? imports : browser;
  if (typeof table !== 'object' || table === null || !Object.hasOwn(table, source)) return null;
  const target = chosen((table as Record<string, Exports>)[source] ?? null, conditionsOf(kind));
  return target !== null && parseSpecifier(target) ? target : null;
}

/** The first target whose conditions hold. */
function chosen(target: Exports, conditions: readonly string[]): string | null {
  if (target === null || typeof target === 'string') return target;
  const held = Array.isArray(target)
    ? target
    : Object.entries(target).flatMap(([condition, value]) => (conditions.includes(condition) ? [value] : []));
  return held.map((each) => chosen(each, conditions)).find((each) => each !== null) ?? null;
}
