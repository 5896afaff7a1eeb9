import { readFileSync } from 'node:fs';
import path from 'node:path';
import { initSync, parse as parseCommonJs } from 'cjs-module-lexer';
import { isScript, type PackageFolder, type Resolve } from '../package-entries.js';
import { assignedExports } from './assigned-exports.js';

initSync();

/** The names that a CommonJS file exports, including those that it re-exports from other files of the package. */
export function commonJsExports(own: PackageFolder, resolve: Resolve, file: string): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next) || !isScript(next)) continue;
    seen.add(next);
    const found = parsedExports(path.join(own.folder, next));
    for (const name of found.exports) names.add(name);
    for (const specifier of found.reexports) {
      const target = resolve(specifier, next, 'require');
      if (target) waiting.push(target);
    }
  }
  return names;
}

/** A mark at the top level, where lines have no indentation. */
const compiledFromEsm =
  /^(?:["']use strict["'];\s?)?\S*(?:Object\.defineProperty\(exports,|exports\.__esModule)/m;

function parsedExports(file: string): { exports: string[]; reexports: string[] } {
  const code = readFileSync(file, 'utf8');
  try {
    const { exports, reexports } = parseCommonJs(code);
    // The lexer finds all names in files that were compiled from ES modules, but not in bundles of such files.
    if (exports.includes('__esModule') && compiledFromEsm.test(code)) return { exports, reexports };
    const { names, required } = assignedExports(code);
    return { exports: [...exports, ...names], reexports: reexports.length > 0 ? reexports : required };
  } catch {
    return { exports: [], reexports: [] };
  }
}
