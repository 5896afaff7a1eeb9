import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the built product in a folder of its own. */
export interface Installation {
  /** The path of the file that starts it. */
  entry: string;
  remove(): void;
}

/** Copies the product with only these packages on its shelf. */
export function installWithShelf(names: readonly string[]): Installation {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Below the root, so that it finds the root's `node_modules`.
  const folder = mkdtempSync(join(root, '.cache/installation-'));
  const backend = join(folder, 'backend');
  cpSync(join(root, 'backend/dist'), join(backend, 'dist'), { recursive: true });
  cpSync(join(root, 'backend/package.json'), join(backend, 'package.json'));
  symlinkSync(join(root, 'backend/node_modules'), join(backend, 'node_modules'));
  symlinkSync(join(root, 'frontend'), join(folder, 'frontend'));
  const manifest = JSON.parse(readFileSync(join(root, 'backend/shelf/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const dependencies = Object.fromEntries(names.map((name) => [name, manifest.dependencies[name]]));
  mkdirSync(join(backend, 'shelf'));
  writeFileSync(
    join(backend, 'shelf/package.json'),
    `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`,
  );
  return {
    entry: join(backend, 'dist/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
