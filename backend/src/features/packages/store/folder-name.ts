import { createHash } from 'node:crypto';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';

/** In bytes. File systems allow 255. */
const maxNameLength = 200;

/** The name of the local folder with one part of a version. */
export function folderName(version: Pick<PackageSource, 'name' | 'version'>, part: string): string {
  const name = `${nameAndVersion(version).replaceAll('/', '+')}--${part}`;
  return Buffer.byteLength(name) > maxNameLength ? createHash('sha256').update(name).digest('hex') : name;
}
