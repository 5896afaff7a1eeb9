import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Finds the back end's own files. Sources and build have the same layout below the same folder. The build bundles most
 * modules into common files, in which `import.meta.url` is not the place of the module; this module keeps its place.
 */

/** Path of a file or folder, relative to `src` or `dist`; it may lead out of them (`../package.json`). */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Path of the program of a thread or process, by its name without extension: TypeScript in tests, else JavaScript. */
export function ownProgram(name: string): string {
  return ownFile(`${name}${extname(import.meta.url)}`);
}
