import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { packageOf } from '../libraries/frozen-packages.js';
import { builtInStyle, type LibraryFile } from '../libraries/library-manifest.js';
import { findAllStyleImports } from '../styles/style-imports.js';

/**
 * Styles without what Vite would not find, at which it stops, while browsers skip it. `isFound`: whether it finds an
 * import that is not an address.
 */
export function withoutMissingFiles(css: string, isFound: (specifier: string) => boolean): string {
  const terminator = /[;{}]|$/g;
  let text = '';
  let at = 0;
  let close = -1;
  for (const { specifier, nameStart, start } of findAllStyleImports(css)) {
    if (start < at || isAddress.test(specifier) || isFound(specifier)) continue;
    const nameEnd = nameStart + specifier.length;
    if (close < nameEnd) {
      terminator.lastIndex = nameEnd;
      close = terminator.exec(css)?.index ?? css.length;
    }
    if (close < css.length && css[close] !== ';') continue;
    text += css.slice(at, start);
    at = Math.min(close + 1, css.length);
  }
  return withoutEmptyAddresses(text + css.slice(at));
}

const isAddress = /^(?:[a-z]+:|\/\/)/i;

/** Comments and strings, to be skipped, or an address that is empty apart from a query. */
const emptyAddress =
  /\/\*[^]*?(?:\*\/|$)|(?<![\w-])url\(\s*(?:(["'])(?:\?[^"'\n]*)?\1\s*|\?[^\s"'()]*\s*)?\)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/gi;

/** Vite stops at empty addresses of pictures, too. */
function withoutEmptyAddresses(css: string): string {
  return css.replace(emptyAddress, (piece) => (/^url/i.test(piece) ? 'url(data:,)' : piece));
}

/**
 * Whether Vite finds what a style sheet imports: a project has packages but no files. `linked`: what the sheet has
 * anyway.
 */
export function findsStyle(
  language: string,
  { cssFramework, packages = {} }: FrameworkConfig,
  linked: ReadonlySet<LibraryFile> = new Set(),
): (specifier: string) => boolean {
  return (specifier) => {
    // Compilers have modules of their own, and report what they do not find as the preview does.
    if (language !== 'css' && !/.\.css/i.test(specifier)) return true;
    if (cssFramework === 'tailwind' && /^tailwindcss(?:$|\/)/.test(specifier)) return true;
    const builtIn = builtInStyle(specifier);
    return builtIn ? !linked.has(builtIn) : packages[packageOf(specifier) ?? ''] !== undefined;
  };
}
