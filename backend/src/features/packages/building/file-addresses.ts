import path from 'node:path';
import { parse } from 'es-module-lexer';
import type { BuildJob } from './built-package.js';
import { fileAddress } from './virtual-modules.js';

type Named = Pick<BuildJob, 'name' | 'version'>;

const besideIt = /\bnew URL\(\s*(["'`])([^"'`$]+)\1\s*,\s*import\.meta\.url[\s,]*\)/g;

/** A module finds files beside itself by its address, which is another one than that of its code. */
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
 * The same for files whose names a module only makes when it runs: wherever else its code asks for its address, that is
 * the one of the published file. In a page that contains its packages there is no such address, and it stays as it is.
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

/** Where code asks for its own address, and not only to lead to a file that is named already. */
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
    // It is no plain JavaScript.
    return [];
  }
}
