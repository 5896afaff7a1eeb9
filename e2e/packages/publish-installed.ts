import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { archiveOf, type TestRegistry } from '../../backend/test/support/test-registry.ts';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Installed {
  folder: string;
  manifest: Manifest;
}

/** Publishes these packages on the registry as Node finds them from a folder, with all that they need. */
export function publishInstalled(registry: TestRegistry, names: readonly string[], folder: string): void {
  const found = new Map<string, Installed>();
  const waiting = names.flatMap((name) => findInstalled(name, folder) ?? []);
  for (const next of waiting) {
    const id = `${next.manifest.name}@${next.manifest.version}`;
    if (found.has(id)) continue;
    found.set(id, next);
    waiting.push(...namesNeededBy(next.manifest).flatMap((name) => findInstalled(name, next.folder) ?? []));
  }
  // The last one is the newest for a registry: the one that Node finds from there.
  for (const each of [...found.values()].toReversed()) {
    const { name } = each.manifest;
    // As npm publishes it: `v1.0.0+build` is 1.0.0.
    const version = each.manifest.version.replace(/^v|\+.*/g, '');
    registry.publish(name, { version, manifest: { ...each.manifest, version }, archive: pack(each.folder) });
  }
}

/** Optional ones, too: what is installed may be needed. Of an alias, the package that it means. */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] {
  const needed = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return needed.map(([name, range]) => /^npm:(@?[^@]+)/.exec(range)?.[1] ?? name);
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
