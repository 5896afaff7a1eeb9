import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archiveOf, type TestRegistry } from '../../backend/test/support/test-registry.ts';

const shelf = fileURLToPath(new URL('../../backend/shelf', import.meta.url));

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface Installed {
  folder: string;
  manifest: Manifest;
}

/** Publishes these packages on the registry as they are installed here, with all that they need. */
export function publishInstalled(registry: TestRegistry, names: readonly string[]): void {
  const found = new Map<string, Installed>();
  const waiting = names.flatMap((name) => findInstalled(name, shelf) ?? []);
  for (const next of waiting) {
    const id = `${next.manifest.name}@${next.manifest.version}`;
    if (found.has(id)) continue;
    found.set(id, next);
    waiting.push(...namesNeededBy(next.manifest).flatMap((name) => findInstalled(name, next.folder) ?? []));
  }
  // The last one is the newest for a registry: the one that Node finds from the shelf.
  for (const { folder, manifest } of [...found.values()].toReversed())
    registry.publish(manifest.name, { version: manifest.version, manifest, archive: pack(folder) });
}

function namesNeededBy(manifest: Manifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Where Node finds a package that code in this folder imports. */
function findInstalled(name: string, from: string): Installed | null {
  for (let parent = from; parent !== dirname(parent); parent = dirname(parent)) {
    const folder = join(parent, 'node_modules', name);
    try {
      return { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest };
    } catch {
      // It is further up, or not installed at all.
    }
  }
  return null;
}

function pack(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  // What npm has installed inside is other packages.
  const own = paths.filter((path) => !path.startsWith('node_modules/'));
  return archiveOf(own.map((path) => ({ path: `package/${path}`, text: readFileSync(join(folder, path)) })));
}
