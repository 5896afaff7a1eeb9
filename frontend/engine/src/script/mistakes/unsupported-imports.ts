import { isAsset } from '@studio/contract/packages/specifier';
import { isOtherFile, isStyleImport } from '../module-imports.js';

/** Why another file cannot be imported: a project has none. */
export function whyNoFile(specifier: string, isDynamic: boolean): string {
  if (isDynamic)
    return `Cannot import "${specifier}": a project has one script. This import() fails when it runs`;
  if (isStyleImport(specifier))
    return `Cannot take values from "${specifier}": styles are written in the CSS pane`;
  if (isAsset(specifier) || specifier.endsWith('.json'))
    return `Cannot import "${specifier}": upload the file in Assets, and use the address that Insert gives`;
  return `Cannot import "${specifier}": a project has one script, so put that code into this pane`;
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
  return `Cannot import "${specifier}": only CSS of packages can be imported, not styles that have to be compiled`;
}
