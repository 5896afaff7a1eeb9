import path from 'node:path';
import type { TypeFiles } from '@studio/contract/packages/package-routes';
import { isAsset, isPlainFile } from '@studio/contract/packages/specifier';
import type { Built } from './building/package-builds.js';
import { addressModule, fileAddress, styleModule } from './building/virtual-modules.js';
import { declarationsFrom, fileIn } from './catalog/declarations.js';
import type { PackageSource } from './catalog/package-source.js';

/**
 * What a request asks for: what its path implies (`plain`), the unchanged file, a module made of it, or a declaration
 * with all that it imports.
 */
export type ServedAs = 'plain' | 'file' | 'module' | 'types';

/** The response to a request for a module or a file of a package. */
export type ServedPackageFile =
  /** A built module, or a module that re-exports it. */
  | { kind: 'module'; code: string }
  /** A JSON file to be sent as a module, between the two parts of `jsonModule`. */
  | { kind: 'data'; path: string }
  /** `make` takes long, so it is called only if the response is not cached. */
  | { kind: 'json'; make(): Promise<string> }
  /** A file as published. */
  | { kind: 'file'; path: string }
  /** A redirect to the file's own address, so that its relative addresses work. */
  | { kind: 'elsewhere'; address: string };

/**
 * A published file, or a module made of it: of a style sheet, JSON or an asset, also if the path has no such extension; of
 * another file only if a module is asked for.
 */
export function readShipped(built: Built, subpath: string, as: ServedAs): ServedPackageFile | null {
  const file = subpath.slice(2);
  const shipped = built.assets[subpath] ?? (built.files.includes(file) ? file : undefined);
  if (shipped === undefined) return null;
  const place = path.join(built.folder, shipped);
  const isImported = as === 'plain' && shipped !== file && !isPlainFile(built.name, subpath);
  if (as === 'module' || isImported) {
    if (shipped.endsWith('.css')) return { kind: 'module', code: styleModule(fileAddress(built, shipped)) };
    if (shipped.endsWith('.json')) return { kind: 'data', path: place };
  }
  if (as === 'module' || (isImported && isAsset(shipped)))
    return { kind: 'module', code: addressModule(fileAddress(built, shipped)) };
  return shipped === file
    ? { kind: 'file', path: place }
    : { kind: 'elsewhere', address: fileAddress(built, shipped) };
}

export async function readDeclaration(
  source: PackageSource,
  subpath: string,
  as: ServedAs,
): Promise<ServedPackageFile | null> {
  const file = await fileIn(source.folder, subpath.slice(2));
  if (file === null || as === 'module') return null;
  if (as !== 'types') return { kind: 'file', path: file };
  return { kind: 'json', make: () => typeFiles(source, subpath.slice(2)) };
}

async function typeFiles(source: PackageSource, file: string): Promise<string> {
  const files = await declarationsFrom(source, file);
  const byAddress = Object.entries(files).map(([each, text]) => [fileAddress(source, each), text]);
  return JSON.stringify(Object.fromEntries(byAddress) satisfies TypeFiles);
}
