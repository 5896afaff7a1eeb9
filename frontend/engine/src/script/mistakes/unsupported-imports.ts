import { isAsset } from '@studio/contract/packages/specifier';
import { isOtherFile, isStyleImport } from '../module-imports.js';

/** Why another file cannot be imported: a project has none. */
export function whyNoFile(specifier: string, isDynamic: boolean): string {
  const { file } = splitViteQuery(specifier) ?? { file: specifier };
  if (isDynamic)
    return `Cannot import "${specifier}": a project has one script. This import() fails when it runs`;
  if (isStyleImport(file))
    return `Cannot take values from "${specifier}": styles are written in the CSS pane`;
  if (isAsset(file) || file.endsWith('.json') || specifier.endsWith('?url'))
    return `Cannot import "${specifier}": upload the file in Assets, and use the address that Insert gives`;
  return `Cannot import "${specifier}": a project has one script, so put that code into this pane`;
}

const viteQueries = new Set(['url', 'raw', 'inline', 'worker', 'sharedworker']);

function splitViteQuery(specifier: string): { file: string; query: string } | null {
  const at = specifier.indexOf('?');
  const [file, query] = [specifier.slice(0, at), specifier.slice(at)];
  return at >= 0 && viteQueries.has(query.slice(1).split('&', 1)[0] ?? '') ? { file, query } : null;
}

/** Why a file of a package cannot be imported as Vite's queries ask for it; null for names without one. */
export function whyNoQuery(specifier: string): string | null {
  const split = splitViteQuery(specifier);
  if (!split) return null;
  const { file, query } = split;
  const instead = isAsset(file)
    ? `Without it, "${file}" is the address of the file`
    : `import.meta.resolve("${file}") is the address of the file`;
  return `Cannot import "${specifier}": what "${query}" does is a part of Vite. ${instead}`;
}

const path = /^\/(?!\/)/;
const address = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Why the import of a style sheet that is no CSS of a package adds nothing to the page; null for the project's own, which
 * are in the CSS pane.
 */
export function whyNoStyles(specifier: string, hasTailwind: boolean): string | null {
  if (isOtherFile(specifier) || path.test(specifier)) return null;
  if (address.test(specifier))
    return `A script cannot import "${specifier}": write @import url("${specifier}") in the CSS pane, or add it to External resources`;
  if (/^tailwindcss(?:\/|$)/.test(specifier))
    return hasTailwind ? null : `"${specifier}" is Tailwind: choose it in Framework Configuration`;
  return uncompiledStyles(specifier);
}

/** Why styles of a package that are no CSS cannot be imported. */
export function uncompiledStyles(specifier: string): string {
  return `Cannot import "${specifier}": only CSS of packages can be imported, not styles that have to be compiled`;
}
