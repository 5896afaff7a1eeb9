import path from 'node:path';
import { parse } from 'es-module-lexer';
import type { BuildJob } from './built-package.js';
import { fileAddress } from './virtual-modules.js';

type Named = Pick<BuildJob, 'name' | 'version'>;

const besideIt = /\bnew URL\(\s*(["'`])([^"'`$]+)\1\s*,\s*import\.meta\.url[\s,]*\)/g;

/**
 * Replaces `new URL('./file', import.meta.url)` by the address of the published file, because the code is served from
 * another path.
 */
export function withFileAddresses(
  named: Named,
  files: ReadonlySet<string>,
  file: string,
  code: string,
): string {
  return code.replace(besideIt, (all: string, _quote: string, target: string) => {
    const beside = path.posix.join(path.posix.dirname(file), target);
    return files.has(beside)
      ? `new URL(${JSON.stringify(fileAddress(named, beside))}, import.meta.url)`
      : all;
  });
}

/**
 * Replaces every other `import.meta.url` by the address of the published file, for file names that are computed at run
 * time. In a page that contains its packages, the value has no such origin and stays unchanged.
 */
export function withOwnAddress(named: Named, file: string, code: string): string {
  const address = JSON.stringify(fileAddress(named, file));
  let result = '';
  let at = 0;
  for (const start of addressesIn(code)) {
    const end = start + metaUrl.length;
    result += `${code.slice(at, start)}import.meta.url.replace(/^(https?:..[^/]+).*/, (_, origin) => origin + ${address})`;
    at = end;
  }
  return result + code.slice(at);
}

const metaUrl = 'import.meta.url';
const absolute = /new URL\("\/packages\/[^"]*", $/;

/** The positions of `import.meta.url` that `withFileAddresses` has not handled. */
function addressesIn(code: string): number[] {
  if (!code.includes(metaUrl)) return [];
  try {
    const [imports] = parse(code);
    const places = imports.flatMap(({ d, s }) => (d === -2 ? [s] : []));
    return places.filter(
      (start) =>
        code.startsWith(metaUrl, start) && !absolute.test(code.slice(Math.max(0, start - 1_000), start)),
    );
  } catch {
    // Not plain JavaScript.
    return [];
  }
}
