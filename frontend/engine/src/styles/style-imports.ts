import { parseSpecifier } from '@studio/contract/packages/specifier';
import { isPackageStyle } from '../script/module-imports.js';

/** An `@import` of a style sheet: offsets into the text. */
export interface StyleImport {
  specifier: string;
  /** Offset of the specifier, behind its quote. */
  nameStart: number;
  /** Around the whole statement. */
  start: number;
  end: number;
}

/** Comments and strings, to be skipped, or the beginning of an import, with its name in quotes or without. */
const pieces =
  /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|@import\s+(?:url\(\s*)?(?:"([^"\n\\]*)"|'([^'\n\\]*)'|([^\s"'();]+)\s*\))|"(?:[^"\\\n]|\\[^])*|'(?:[^'\\\n]|\\[^])*/gi;

/**
 * The imports of packages' style sheets in CSS, SCSS or Less: `@import 'pkg/style.css'`. Browsers would look for a
 * file beside the page.
 */
export function findStyleImports(css: string): StyleImport[] {
  return findAllStyleImports(css).filter(
    ({ specifier }) => isPackageStyle(specifier) && parseSpecifier(specifier) !== null,
  );
}

/** All `@import`s of CSS, SCSS or Less, whatever they name; those in comments and strings are none. */
export function findAllStyleImports(css: string): StyleImport[] {
  const found: StyleImport[] = [];
  for (const match of css.matchAll(pieces)) {
    const specifier = match[1] ?? match[2] ?? match[3];
    if (specifier === undefined) continue;
    const nameStart = match.index + match[0].indexOf(specifier);
    const rest = /^[^;{}@\n]*;?/.exec(css.slice(match.index + match[0].length)) ?? [''];
    found.push({
      specifier,
      nameStart,
      start: match.index,
      end: match.index + match[0].length + rest[0].length,
    });
  }
  return found;
}

/** Compiled styles with their imports of packages replaced by addresses. */
export function linkStyleImports(css: string, addresses: Readonly<Record<string, string>>): string {
  let text = '';
  let at = 0;
  for (const { specifier, nameStart } of findStyleImports(css)) {
    const address = addresses[specifier];
    if (address === undefined) continue;
    text += css.slice(at, nameStart) + address;
    at = nameStart + specifier.length;
  }
  return text + css.slice(at);
}
