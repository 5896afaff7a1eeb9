import path from 'node:path';
import { isBuiltInPackage } from '@studio/engine/libraries/built-in-modules';
import semver from 'semver';
import * as z from 'zod/mini';
import { ownFile } from '../../../own-files.js';
import { isTypesPackage } from './declarations.js';
import { dependencyText } from './dependencies.js';
import { newestOf } from './newest-version.js';
import { nameAndVersion, PackageManifest, type PackageSource, readManifest } from './package-source.js';

/** The workspace whose dependencies are the shelf. */
const shelfFolder = ownFile('../shelf');

const Versions = z.catch(z._default(z.record(z.string(), z.string()), {}), {});
/** With what npm has installed for it. */
const InstalledManifest = z.extend(PackageManifest, {
  dependencies: Versions,
  optionalDependencies: Versions,
});
type InstalledManifest = z.infer<typeof InstalledManifest>;

/** The packages that come with the studio: the dependencies of `backend/shelf/package.json`, and theirs. */
export class Shelf {
  #loaded: Promise<Map<string, PackageSource>> | null = null;
  #names: readonly string[] = [];

  /** The packages that the shelf names, sorted by name, without those that contain only types. */
  async list(): Promise<PackageSource[]> {
    const all = [...(await this.#load()).values()];
    const names = this.#names.filter((name) => !isTypesPackage(name));
    return names.flatMap((name) => all.find((source) => source.name === name) ?? []);
  }

  /** All packages, including dependencies. */
  async all(): Promise<PackageSource[]> {
    return [...(await this.#load()).values()];
  }

  async find(name: string, version: string): Promise<PackageSource | null> {
    return (await this.#load()).get(nameAndVersion({ name, version })) ?? null;
  }

  /** All installed versions of a package; only dependencies can have several. */
  async versionsOf(name: string): Promise<PackageSource[]> {
    return [...(await this.#load()).values()].filter((source) => source.name === name);
  }

  /**
   * The newest matching version of a package that the shelf names. A registry has newer ones of what the shelf has only as
   * a dependency, and knows what a tag such as `beta` means.
   */
  async newestNamed(name: string, range: string | null): Promise<PackageSource | null> {
    const versions = await this.versionsOf(name);
    const isTag = range !== null && semver.validRange(range) === null;
    return isTag || !this.#names.includes(name) ? null : newestOf(versions, range);
  }

  /** Whether projects provide this peer. Other peers are installed for the package that needs them. */
  #isOfProjects(name: string): boolean {
    return isBuiltInPackage(name) || this.#names.includes(name);
  }

  #load(): Promise<Map<string, PackageSource>> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<Map<string, PackageSource>> {
    const found = new Map<string, PackageSource>();
    const shelf = await readManifest(shelfFolder, InstalledManifest);
    if (!shelf) return found;
    this.#names = Object.keys(shelf.dependencies).toSorted();
    const waiting = await installed(this.#names, shelfFolder);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { folder, manifest } = next;
      const id = nameAndVersion(manifest);
      if (found.has(id)) continue;
      const { dependencies, optionalDependencies, peerDependencies } = manifest;
      // Optional ones only if they are installed.
      const peers = Object.keys(peerDependencies).filter((name) => !this.#isOfProjects(name));
      const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
      const needed = await installed([...names], folder);
      const versions = needed.map((one) => [one.importedAs, dependencyText({ ...one.manifest, ...one })]);
      found.set(id, {
        name: manifest.name,
        version: manifest.version,
        folder,
        manifest,
        origin: 'shelf',
        dependencies: Object.fromEntries(versions) as Record<string, string>,
      });
      waiting.push(...needed);
    }
    return found;
  }
}

interface Installed {
  /** The name of its folder, which differs from its own name if npm has installed it under an alias. */
  importedAs: string;
  folder: string;
  manifest: InstalledManifest;
}

async function installed(names: readonly string[], from: string): Promise<Installed[]> {
  const found = await Promise.all(names.map((name) => findInstalled(name, from)));
  return found.filter((one) => one !== null);
}

/** Finds a package for an import from this folder, as Node does. */
async function findInstalled(name: string, from: string): Promise<Installed | null> {
  const folder = path.join(from, 'node_modules', name);
  const manifest = await readManifest(folder, InstalledManifest);
  if (manifest) return { importedAs: name, folder, manifest };
  const parent = path.dirname(from);
  return parent === from ? null : findInstalled(name, parent);
}
