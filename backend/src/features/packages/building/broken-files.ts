import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { PackageFolder } from './package-entries.js';

/** An error of the bundler. */
interface BundleError {
  message: string;
  id?: string;
  loc?: { file?: string; line: number };
}

/** In characters: a message can quote a name of any length. */
const maxReasonLength = 300;

/** The package's files that a failed build names, each with the first reason why it cannot be read. */
export function brokenFiles(error: unknown, { folder, files }: PackageFolder): Map<string, string> {
  const { errors = [] } = error as { errors?: BundleError[] };
  const broken = new Map<string, string>();
  for (const { id, loc, message } of errors) {
    const file = path.relative(folder, loc?.file ?? id ?? '').replaceAll(path.sep, '/');
    if (files.has(file) && !broken.has(file)) broken.set(file, reasonOf(message, folder) + placeOf(loc));
  }
  return broken;
}

/** The first line, without the bundler's code for the error, colours for terminals and the folder on this machine. */
function reasonOf(message: string, folder: string): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  const reason = line.replace(/^\[\w+\] /, '').replaceAll(folder + path.sep, '');
  return reason.slice(0, maxReasonLength);
}

function placeOf(loc: BundleError['loc']): string {
  return loc ? ` (line ${loc.line})` : '';
}
