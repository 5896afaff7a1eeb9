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

/** Publishes these packages, as Node resolves them from a folder, on the registry, with all their dependencies. */
export function publishInstalled(registry: TestRegistry, names: readonly string[], folder: string): void {
  const found = new Map<string, Installed>();
  const waiting = names.flatMap((name) => findInstalled(name, folder) ?? []);
  for (const next of waiting) {
    const id = `${next.manifest.name}@${next.manifest.version}`;
    if (found.has(id)) continue;
    found.set(id, next);
    waiting.push(...namesNeededBy(next.manifest).flatMap((name) => findInstalled(name, next.folder) ?? []));
  }
  // The registry takes the last published version for the newest: publish the one that Node resolves first last.
  for (const each of [...found.values()].toReversed()) {
    const { name } = each.manifest;
    // npm publishes `v1.0.0+build` as 1.0.0.
    const version = each.manifest.version.replace(/^v|\+.*/g, '');
    registry.publish(name, { version, manifest: { ...each.manifest, version }, archive: pack(each.folder) });
  }
}

/** Names of all dependencies, including optional ones and peers. Aliases are resolved to the real package. */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] {
  const needed = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return needed.map(([name, range]) => /^npm:(@?[^@]+)/.exec(range)?.[1] ?? name);
}

/** The package that Node resolves for an import from this folder; null if it is not installed. */
function findInstalled(name: string, from: string): Installed | null {
  for (let parent = from; parent !== dirname(parent); parent = dirname(parent)) {
    const folder = join(parent, 'node_modules', name);
    try {
      return { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest };
    } catch {
      // Try the next folder up.
    }
  }
  return null;
}

function pack(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  // Leave out nested `node_modules`, which are other packages.
  const own = paths.filter((path) => !path.startsWith('node_modules/'));
  return archiveOf(own.map((path) => ({ path: `package/${path}`, text: readFileSync(join(folder, path)) })));
}
