import { isBuiltin } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@studio/contract/limits';
import type { PackageProblem, ResolvePackages } from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { asWritten, type PackageSpecifier, parseSpecifier } from '@studio/contract/packages/specifier';
import { isBuiltInPackage, isPeerModule } from '@studio/engine/libraries/built-in-modules';
import semver from 'semver';
import type { Catalog } from './catalog/catalog.js';
import { dependenciesOf, isBuiltInDependency, versionsByName } from './catalog/dependencies.js';
import { satisfies } from './catalog/newest-version.js';
import { type PackageSource, requiredPeers } from './catalog/package-source.js';
import {
  howToChange,
  howToDoWithout,
  howToTakeOlder,
  isWritable,
  similarImports,
  withoutRange,
} from './import-advice.js';
import { pathProblem, styleProblem } from './path-problem.js';
import { ReachedModules } from './reached-modules.js';
import { DependencyRefusal, RegistryRefusal, unlessRefused } from './registry/registry-jobs.js';

/**
 * Resolves the imports of a project to versions: keeps the given versions, chooses the newest matching version of every
 * other package, and adds the peers that these need.
 */
export class PackageResolution {
  readonly packages: PackageVersions;
  readonly problems: PackageProblem[] = [];
  /** The imports whose module has a default export. */
  readonly defaults: string[] = [];
  readonly #catalog: Catalog;
  readonly #builtIn: PackageVersions;
  /** Packages whose peers have been added, once as dependencies and once as packages of the project. */
  readonly #seen = new Set<string>();
  readonly #reached: ReachedModules;
  /** What packages import from the project's packages, by the import that leads to it. */
  readonly #checked = new Set<string>();
  /** Versions of the packages' dependencies: as with npm, an import that no manifest names finds these. */
  readonly #beside: PackageVersions = {};

  constructor(catalog: Catalog, { packages, carried }: Pick<ResolvePackages, 'packages' | 'carried'>) {
    this.#catalog = catalog;
    this.#reached = new ReachedModules(catalog);
    this.#builtIn = carried;
    this.packages = { ...packages };
  }

  /** Those that name a range come first: the version that it chooses is also that of the others. */
  async addImports(specifiers: readonly string[]): Promise<void> {
    const ranged = specifiers.filter((each) => (parseSpecifier(each)?.range ?? null) !== null);
    for (const specifier of new Set([...ranged, ...specifiers])) {
      await this.#addUnlessRefused(specifier);
      // Known packages resolve without waiting, so give other requests a turn.
      await nextTurn();
    }
  }

  async #addUnlessRefused(specifier: string): Promise<void> {
    try {
      await this.#addImport(specifier);
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      this.#add(specifier, error.code, error.message, await this.#insteadOf(specifier, error));
    }
  }

  /** Adds a problem of a package that the project has. */
  addRefusal(name: string, { code, message }: RegistryRefusal): void {
    this.#add(name, code, message);
  }

  /** Suggestions for an import that the registry refuses. */
  async #insteadOf(specifier: string, refusal: RegistryRefusal): Promise<string[]> {
    if (refusal instanceof DependencyRefusal) return [];
    const { code, suggestions } = refusal;
    if (code === 'unknown_package') return similarImports(specifier, this.#catalog);
    const asked = code === 'unknown_version' ? parseSpecifier(asWritten(specifier)) : null;
    return asked && asked.range !== null ? [withoutRange(asked)] : suggestions;
  }

  async #addImport(specifier: string): Promise<void> {
    const written = asWritten(specifier);
    const asked = parseSpecifier(written);
    if (!asked && isBuiltin(specifier)) {
      this.#add(specifier, 'needs_node', `"${specifier}" is a part of Node, which a page does not have`);
      return;
    }
    if (!asked) {
      this.#add(
        specifier,
        'unknown_package',
        `"${specifier}" is not the name of a package`,
        await similarImports(specifier, this.#catalog),
      );
      return;
    }
    if (isBuiltInPackage(asked.name)) {
      this.#checkBuiltIn(specifier, asked);
      return;
    }
    const source = await this.#choose(specifier, asked);
    if (!source) return;
    const problemOf = written === specifier ? pathProblem : styleProblem;
    const problem = await problemOf(this.#catalog, source, asked.subpath);
    if (problem) this.#add(specifier, problem.code, problem.message, problem.suggestions);
    // Types alone need a version as well, for the editor and for exports.
    if (problem && problem.code !== 'types_only') return;
    const module = await this.#catalog.findModule(source, asked.subpath);
    if (module?.hasDefault) this.defaults.push(specifier);
    this.packages[source.name] = source.version;
    await this.#addPeersOf(specifier, source);
    await this.#addImportsOf(specifier, source, asked.subpath);
  }

  #checkBuiltIn(specifier: string, asked: PackageSpecifier): void {
    const { name, range } = asked;
    const version = this.#builtIn[name];
    if (range === null || version === undefined || satisfies(version, range)) return;
    const message = `This project has ${name} ${version}, which is not ${range}. ${howToChange(name)}`;
    this.#add(specifier, 'version_conflict', message, [withoutRange(asked)]);
  }

  async #choose(specifier: string, asked: PackageSpecifier): Promise<PackageSource | null> {
    const { name, range } = asked;
    const frozen = this.packages[name];
    if (frozen !== undefined) {
      if (range !== null && !satisfies(frozen, range)) {
        const message = `This project uses ${name} ${frozen}, which is not ${range}. Import "${name}" without a version, or update it in Packages`;
        this.#add(specifier, 'version_conflict', message, [withoutRange(asked)]);
        return null;
      }
      const source = await this.#catalog.find(name, frozen);
      if (!source) {
        const advice = (await this.#catalog.has(name)) ? 'Update it in Packages' : howToDoWithout;
        this.#add(specifier, 'unknown_version', `${name} ${frozen} is not on this studio. ${advice}`);
      }
      return source;
    }
    this.#checkRoom(name);
    const source = await this.#catalog.best(name, range);
    if (source) return source;
    if (range !== null && (await this.#catalog.has(name))) {
      const newest = await this.#catalog.best(name, null);
      const has = newest ? `: it has ${newest.version}` : '';
      this.#add(specifier, 'unknown_version', `This studio has no ${name} ${range}${has}`, [
        withoutRange(asked),
      ]);
    } else if (isBuiltin(name)) {
      this.#add(specifier, 'needs_node', `"${name}" is a part of Node, which a page does not have`);
    } else {
      const suggestions = await similarImports(specifier, this.#catalog);
      this.#add(specifier, 'unknown_package', `This studio does not know the package "${name}"`, suggestions);
    }
    return null;
  }

  /**
   * Adds all peers that the package and its dependencies need in the project.
   * @param specifier the import that problems are reported for
   * @param isDependency whether only another package needs it
   */
  async #addPeersOf(specifier: string, source: PackageSource, isDependency = false): Promise<void> {
    const id = `${source.name}@${source.version} ${isDependency}`;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    for (const [name, version] of Object.entries(versionsByName(source.dependencies)))
      this.#beside[name] ??= version;
    for (const name of Object.keys(requiredPeers(source.manifest))) {
      const problem = await this.#addPeer(source, name, isDependency);
      // An import works without what a dependency needs, as with npm. What may pass is asked for again.
      const isReported = !isDependency || problem?.code === 'registry_unavailable';
      if (problem && isReported) this.#add(specifier, problem.code, problem.message);
    }
    for (const wanted of dependenciesOf(source.dependencies)) {
      const dependency = await this.#catalog.find(wanted.name, wanted.version);
      if (!dependency || isBuiltInDependency(wanted)) continue;
      await this.#addPeersBeside(dependency, source);
      await this.#addPeersOf(wanted.name, dependency, true);
    }
  }

  /**
   * Adds a dependency's peers, including optional ones, that its dependent depends on: npm installs them side by
   * side.
   */
  async #addPeersBeside(dependency: PackageSource, dependent: PackageSource): Promise<void> {
    const beside = versionsByName(dependent.dependencies);
    for (const [name, range] of Object.entries(dependency.manifest.peerDependencies)) {
      const version = beside[name];
      const isFound = name in dependency.dependencies || name in this.packages || isBuiltInPackage(name);
      if (isFound || version === undefined || !satisfies(version, range)) continue;
      this.#checkRoom(name);
      const peer = await this.#catalog.find(name, version);
      if (!peer) continue;
      this.packages[name] = version;
      await this.#addPeersOf(name, peer, true);
    }
  }

  /** Adds what the module and its imports import by name, even if manifests call it optional or do not name it. */
  async #addImportsOf(specifier: string, source: PackageSource, subpath: string): Promise<boolean> {
    for (const { importer, imported } of await this.#reached.bareImportsFrom(source, subpath)) {
      const { name, subpath: path } = imported;
      const isPresent = name in this.packages || name in this.#builtIn;
      const isDependency = importer !== source;
      const problem = isDependency && isPresent ? null : await this.#addPeer(importer, name, isDependency);
      if (problem) {
        this.#add(specifier, problem.code, problem.message);
        return false;
      }
      const module = name + path.slice(1);
      if (isBuiltInPackage(name) && !isPeerModule(module, this.#builtIn['react'])) {
        const message = `${importer.name} ${importer.version} imports "${module}", which pages of this studio do not have`;
        this.#add(specifier, 'unknown_path', message);
        return false;
      }
      const version = this.packages[name];
      const found = version === undefined ? null : await this.#catalog.find(name, version);
      const id = `${specifier} ${module}`;
      if (!found || this.#checked.has(id)) continue;
      this.#checked.add(id);
      const missing = await pathProblem(this.#catalog, found, path);
      if (missing) {
        this.#add(specifier, missing.code, missing.message, missing.suggestions);
        return false;
      }
      if (!(await this.#addImportsOf(specifier, found, path))) return false;
    }
    return true;
  }

  /**
   * Adds a peer, or returns why that is not possible. A dependency's range does not restrict the project's version: npm
   * only warns, too.
   */
  async #addPeer(source: PackageSource, name: string, isDependency: boolean): Promise<PeerProblem | null> {
    if (name in source.dependencies) return null;
    const range = source.manifest.peerDependencies[name] ?? null;
    const needs = `${source.name} ${source.version} needs ${name}${range === null ? '' : ` ${range}`}`;
    const present = this.packages[name] ?? this.#builtIn[name];
    if (present !== undefined) {
      if (range === null || isDependency || satisfies(present, range)) return null;
      const message = `${needs}; this project has ${present}. ${await this.#howToSuit(name, present, range)}`;
      return { code: 'version_conflict', message };
    }
    if (isBuiltInPackage(name)) return null;
    this.#checkRoom(name);
    try {
      const peer = await this.#findPeer(name, range);
      if (!peer) return { code: 'unknown_package', message: `${needs}, which this studio does not have` };
      this.packages[name] = peer.version;
      await this.#addPeersOf(name, peer, isDependency);
      return null;
    } catch (error) {
      if (!(error instanceof RegistryRefusal) || error instanceof FullProject) throw error;
      return { code: error.code, message: `${needs}: ${error.message}` };
    }
  }

  /** An update alone takes the newest version, so code has to ask for one that is older than the project's. */
  async #howToSuit(name: string, present: string, range: string): Promise<string> {
    if (isBuiltInPackage(name) || !semver.gtr(present, range)) return howToChange(name);
    if (isWritable(range)) return howToTakeOlder(name, range);
    const newest = await unlessRefused(this.#catalog.best(name, range));
    return newest ? howToTakeOlder(name, newest.version) : howToChange(name);
  }

  async #findPeer(name: string, range: string | null): Promise<PackageSource | null> {
    const beside = this.#beside[name];
    const isSuiting = beside !== undefined && (range === null || satisfies(beside, range));
    return isSuiting ? this.#catalog.find(name, beside) : this.#catalog.best(name, range);
  }

  /** Before a package is looked for, so that none is fetched in vain. @throws FullProject */
  #checkRoom(name: string): void {
    const isFull = Object.keys(this.packages).length >= limits.packagesPerProject;
    if (isFull && this.packages[name] === undefined) throw new FullProject();
  }

  #add(specifier: string, code: PackageProblem['code'], message: string, suggestions: string[] = []): void {
    const isKnown = this.problems.some((each) => each.specifier === specifier && each.message === message);
    if (!isKnown) this.problems.push({ specifier, code, message, suggestions });
  }
}

type PeerProblem = Pick<PackageProblem, 'code' | 'message'>;

/** The project has as many packages as it may, which ends the import. */
class FullProject extends RegistryRefusal {
  constructor() {
    super('too_many', `A project has at most ${limits.packagesPerProject} packages`);
  }
}
