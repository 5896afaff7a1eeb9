import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path, { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../../common/semaphore.js';
import { childEnvironment } from '../../../config/config.js';
import { nameAndVersion, type PackageSource } from '../catalog/package-source.js';
import type { BuildAnswer, BuildJob, BuiltPackage, BuiltPart } from './built-package.js';

/** Builds at the same time; the others wait. */
const atOnce = 2;
/** In milliseconds, after which the process is killed. */
const deadline = 60_000;
/** After how many milliseconds a package that could not be built is tried again. */
const beforeNextTry = 60_000;
const manifestName = 'built.json';
const mainPart = 'main';

/** A package that could not be made into modules. The message says why, in words for whoever imports it. */
export class BuildFailed extends Error {}

/** The modules of one version, in a folder. */
export interface Built extends BuiltPackage {
  /** Where its modules are. */
  target: string;
  /** Where its files are, as published. */
  folder: string;
}

/** What the build of a package has to know beside the package itself. */
export type BuildContext = Pick<BuildJob, 'bare' | 'builtins'>;

/** Builds each version of a package once, in a process of its own, and keeps the modules in a folder. */
export class PackageBuilds {
  readonly #folder: string;
  readonly #describe: (source: PackageSource) => Promise<BuildContext>;
  readonly #queue = new Semaphore(atOnce);
  readonly #builds = new Map<string, Promise<BuiltPackage | BuiltPart>>();
  readonly #processes = new Set<AbortController>();

  constructor(folder: string, describe: (source: PackageSource) => Promise<BuildContext>) {
    this.#folder = folder;
    this.#describe = describe;
  }

  /** The main part of a version, built now if it has never been. @throws BuildFailed */
  async get(source: PackageSource): Promise<Built> {
    const target = this.#targetOf(source, mainPart);
    const built = (await this.#once(target, source, null)) as BuiltPackage;
    return { ...built, target, folder: source.folder };
  }

  /** Another part, and where its modules are. @throws BuildFailed */
  async part(source: PackageSource, name: string): Promise<BuiltPart & { target: string }> {
    const target = this.#targetOf(source, name);
    const { addresses } = await this.get(source);
    return { ...(await this.#once(target, source, { name, addresses })), target };
  }

  /** Ends the processes that are at work. */
  close(): void {
    for (const process of this.#processes) process.abort();
  }

  #targetOf(source: PackageSource, part: string): string {
    return path.join(this.#folder, nameAndVersion(source).replaceAll('/', '+'), part);
  }

  #once(target: string, source: PackageSource, part: BuildJob['part']): Promise<BuiltPackage | BuiltPart> {
    const known = this.#builds.get(target);
    if (known) return known;
    const building = this.#find(target, source, part);
    this.#builds.set(target, building);
    building.catch(() => setTimeout(() => this.#builds.delete(target), beforeNextTry).unref());
    return building;
  }

  async #find(
    target: string,
    source: PackageSource,
    part: BuildJob['part'],
  ): Promise<BuiltPackage | BuiltPart> {
    return (await readBuilt(target)) ?? this.#queue.run(() => this.#build(target, source, part));
  }

  async #build(
    target: string,
    source: PackageSource,
    part: BuildJob['part'],
  ): Promise<BuiltPackage | BuiltPart> {
    await mkdir(path.dirname(target), { recursive: true });
    const draft = await mkdtemp(path.join(this.#folder, '.draft-'));
    try {
      const { name, version, folder, dependencies } = source;
      const job = {
        name,
        version,
        folder,
        target: draft,
        dependencies,
        part,
        ...(await this.#describe(source)),
      };
      const built = await this.#runProcess(job);
      await writeFile(path.join(draft, manifestName), JSON.stringify(built));
      // Another process may have been faster.
      const isFirst = await rename(draft, target).then(
        () => true,
        () => false,
      );
      return (isFirst ? null : await readBuilt(target)) ?? built;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  async #runProcess(job: BuildJob): Promise<BuiltPackage | BuiltPart> {
    const abort = new AbortController();
    this.#processes.add(abort);
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(deadline)]);
    // TypeScript while this file is (tests), and JavaScript once built.
    const entry = fileURLToPath(new URL(`./build-process${extname(import.meta.url)}`, import.meta.url));
    const child = fork(entry, {
      env: childEnvironment(),
      signal,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<BuiltPackage | BuiltPart>();
    child.once('message', (answer: BuildAnswer) => {
      if ('built' in answer) resolve(answer.built);
      else reject(new BuildFailed(`${job.name} cannot be built: ${answer.failure}`));
    });
    child.once('error', () => reject(new BuildFailed(`${job.name} takes too long to be built`)));
    child.once('exit', () => reject(new BuildFailed(`${job.name} cannot be built: the build ended`)));
    child.send(job);
    try {
      return await promise;
    } finally {
      this.#processes.delete(abort);
      child.kill('SIGKILL');
    }
  }
}

async function readBuilt(target: string): Promise<BuiltPackage | BuiltPart | null> {
  const text = await readFile(path.join(target, manifestName), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as BuiltPackage | BuiltPart);
}
