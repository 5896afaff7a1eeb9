import { askedAsStyles, parseSpecifier } from '@studio/contract/packages/specifier';
import { isBare, isPackageStyle } from '../script/module-imports.js';

/** An `@import` of a style sheet: offsets into the text. */
export interface StyleImport {
  specifier: string;
  /** Offset of the specifier, behind its quote. */
  nameStart: number;
  /** Around the whole statement, which in SCSS may have several imports. */
  start: number;
  end: number;
}

const name = String.raw`(?:(?:url\(\s*)?(?:"([^"\n\\]*)"|'([^'\n\\]*)')|url\(\s*([^\s"'();]+)\s*\))`;

/**
 * Comments and strings, to be skipped, or the beginning of an import, with its name in quotes or without, and in Less
 * with options before it.
 */
const pieces = new RegExp(
  String.raw`/\*[^]*?(?:\*/|$)|//[^\n]*|@import\s+(?:\([\w,\s]*\)\s*)?${name}|"(?:[^"\\\n]|\\[^])*|'(?:[^'\\\n]|\\[^])*`,
  'gi',
);

/** Another name in an import of SCSS. */
const nextName = new RegExp(String.raw`(?:\s*\))?\s*,\s*${name}`, 'iy');

/**
 * The imports of packages' style sheets in CSS, SCSS or Less: `@import 'pkg/style.css'`. Browsers would look for a
 * file beside the page.
 */
export function findStyleImports(css: string): StyleImport[] {
  return findAllStyleImports(css).filter(
    ({ specifier }) => isPackageStyle(specifier) && parseSpecifier(specifier) !== null,
  );
}

/** The same in CSS that no compiler reads, also without the name of a file: `@import 'pkg'`, `@import 'pkg/path'`. */
export function findPlainStyleImports(css: string): StyleImport[] {
  return findAllStyleImports(css).filter(({ specifier }) => {
    const asked = isPackageStyle(specifier) ? specifier : askedAsStyles(specifier);
    return isBare(specifier) && !ofTailwind.test(specifier) && parseSpecifier(asked) !== null;
  });
}

const ofTailwind = /^tailwindcss(?:$|\/)/;

/** All `@import`s of CSS, SCSS or Less, whatever they name; those in comments and strings are none. */
export function findAllStyleImports(css: string): StyleImport[] {
  const found: StyleImport[] = [];
  for (const match of css.matchAll(pieces)) {
    const names = namesIn(css, match);
    const last = names.at(-1);
    if (!last) continue;
    const rest = /^[^;{}@\n]*;?/.exec(css.slice(last.end)) ?? [''];
    const end = last.end + rest[0].length;
    for (const { specifier, nameStart } of names)
      found.push({ specifier, nameStart, start: match.index, end });
  }
  return found;
}

/** The names in an import, by its beginning, each with the offset behind it. */
function namesIn(css: string, first: RegExpExecArray) {
  const names: (Pick<StyleImport, 'specifier' | 'nameStart'> & { end: number })[] = [];
  for (let match: RegExpExecArray | null = first; match; match = nextName.exec(css)) {
    const specifier = match[1] ?? match[2] ?? match[3];
    if (specifier === undefined) break;
    nextName.lastIndex = match.index + match[0].length;
    const nameStart = match.index + match[0].lastIndexOf(specifier);
    names.push({ specifier, nameStart, end: nextName.lastIndex });
  }
  return names;
}

/**
 * Removes imports of packages' style sheets, which browsers load and Tailwind would look for. Positions in the pane do not
 * change.
 */
export function splitStyleImports(pane: string): { css: string; imports: string } {
  let css = '';
  let imports = '';
  let at = 0;
  for (const { start, end } of findStyleImports(pane)) {
    if (start < at) continue;
    css += pane.slice(at, start) + ' '.repeat(end - start);
    imports += `${pane.slice(start, end)}\n`;
    at = end;
  }
  return { css: css + pane.slice(at), imports };
}

/** Compiled styles with their imports of packages replaced by addresses. */
export function linkStyleImports(css: string, addresses: Readonly<Record<string, string>>): string {
  let text = '';
  let at = 0;
  for (const { specifier, nameStart } of findAllStyleImports(css)) {
    const address = Object.hasOwn(addresses, specifier) ? addresses[specifier] : undefined;
    if (address === undefined) continue;
    text += css.slice(at, nameStart) + address;
    at = nameStart + specifier.length;
  }
  return text + css.slice(at);
}
