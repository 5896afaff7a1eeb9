import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Where the back end's own files are. The sources and the build have the same layout, below the same folder; the build
 * has most modules in common files, in which `import.meta.url` says nothing about where a module's source was. This
 * module keeps its place.
 */

/** Path of a file or folder, relative to `src` or `dist`; it may lead out of them (`../package.json`). */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Path of what a thread or a process starts with, named without extension: TypeScript in tests, JavaScript once built. */
export function ownProgram(name: string): string {
  return ownFile(`${name}${extname(import.meta.url)}`);
}
