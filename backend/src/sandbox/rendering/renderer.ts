import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { limits } from '@studio/contract/limits';
import type { PackageProblem, ResolvedPackages } from '@studio/contract/packages/package-routes';
import type { CompileTarget } from '@studio/engine/compile';
import { wasTooSlow } from '@studio/engine/compile-deadline';
import type { Source } from '@studio/engine/source';
import { LRUCache } from 'lru-cache';
import type { ProjectVersion } from '../../features/projects/reading/rendered-projects.service.js';
import { ownFile } from '../../own-files.js';
import { CompilePool } from './compile-pool.js';
import type { CompileOutcome } from './compile-process.js';

/** Reads the sources of a version; null if the project has been changed or deleted since. */
export type ReadSource = (project: ProjectVersion) => Promise<Source | null>;

/** The first request for a page, which reads its sources. */
interface Asked {
  project: ProjectVersion;
  readSource: ReadSource;
}

/** `isTransient`: a retry may have another outcome, so that this one must not be cached. */
export type Rendered = CompileOutcome & { isTransient: boolean };

/** Compiles stored projects into pages with the same engine as the editor, each version once. */
export interface Renderer {
  /** Changes whenever `render` may return another page, other than a transient one, for the same version of a project. */
  readonly engineTag: string;
  /**
   * The cached page, or a new one compiled in a separate process; null if there are no sources.
   * @throws CompileRefused
   */
  render(project: ProjectVersion, readSource: ReadSource): Promise<Rendered | null>;
  /** How many projects wait to be compiled. */
  waiting(): number;
  close(): void;
}

/** Finds versions for imported packages of which a project has none, and says why imports cannot work. */
export type ResolveImports = (
  config: FrameworkConfig,
  specifiers: string[],
  ownerId: string,
) => Promise<Pick<ResolvedPackages, 'packages' | 'problems'>>;

/** The operator's settings for pages (LIBRARY_SOURCE, MODULES, MODULE_CDN, RATE_LIMIT_SCALE). */
export interface RenderSettings extends Pick<CompileTarget, 'libraries' | 'moduleCdn' | 'hasPackages'> {
  /** How many milliseconds per minute are spent on one owner's projects. */
  ownerMs: number;
  resolveImports: ResolveImports;
}

/** In UTF-16 units of HTML. */
const cacheSize = 64 * 1024 * 1024;
/** Further units per cache entry; errors are few and short. */
const entrySize = 2_000;
/** After how many milliseconds a project is compiled again that took too long, or imports what could not be resolved. */
const retryAfterMs = 60_000;
/** In ms: for imports whose packages all have a version. */
const maxLookupMs = 2_000;
const logger = new Logger('rendering');
const shelfManifest = ownFile('../shelf/package.json');
const engineFolder = ownFile('../../frontend/engine');

/**
 * Compiles stored projects for embeds and cards, once per version, fairly between owners (ADR 30). Pages are kept in
 * memory; one with a problem that may pass, for a minute only.
 */
export function createRenderer({ ownerMs, resolveImports, ...settings }: RenderSettings): Renderer {
  const target: CompileTarget = { mode: 'production', checkLoops: true, ...settings };
  const pool = new CompilePool(ownerMs);
  /** An entry also for a version that is gone: room for others ends a compile that results in nothing. */
  const pages = new LRUCache<string, { rendered: Rendered | null }, Asked>({
    maxSize: cacheSize,
    sizeCalculation: ({ rendered }) =>
      (rendered && 'html' in rendered ? rendered.html.length : 0) + entrySize,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context: { project, readSource } }) => {
      const read: { source: Source | null } = { source: null };
      const compiled = await pool.compile(project.ownerId, async () => {
        read.source = await readSource(project);
        return read.source && { source: read.source, target };
      });
      const rendered =
        compiled && read.source && (await withPackages(compiled, read.source, project.ownerId));
      if (rendered?.isTransient) options.ttl = retryAfterMs;
      return { rendered };
    },
  });

  /**
   * Compiles again if imports cannot work, or have no version, which happens only in projects not saved by the editor.
   */
  async function withPackages(
    compiled: CompileOutcome,
    source: Source,
    ownerId: string,
  ): Promise<Rendered | null> {
    const imports = 'html' in compiled ? compiled.packageImports : [];
    // The same limit as for the editor.
    const asked = imports.slice(0, limits.specifiersPerLookup);
    if (asked.length === 0) return asRendered(compiled, []);
    const frozen = source.frameworkConfig.packages ?? {};
    const lookup = resolveImports(source.frameworkConfig, asked, ownerId);
    // What has all its versions is shown without the lookup's result: browsers may have its packages, and the rest needs none.
    const hasAllVersions = 'html' in compiled && compiled.hasAllVersions;
    const found = await (hasAllVersions ? resultInTime(lookup) : lookup);
    if (found === null) return { ...asRendered(compiled, []), isTransient: true };
    const { packages, problems } = found;
    const isComplete = Object.keys(packages).every((name) => frozen[name] !== undefined);
    if (isComplete && problems.length === 0) return asRendered(compiled, []);
    const frameworkConfig = { ...source.frameworkConfig, packages };
    const request = {
      source: { ...source, frameworkConfig },
      target: { ...target, packageProblems: problems },
    };
    const outcome = await pool.compile(ownerId, async () => request);
    return outcome && asRendered(outcome, problems);
  }

  return {
    engineTag: readEngineTag(target),
    async render(project, readSource) {
      const context = { project, readSource };
      const key = `${project.id} ${project.version}`;
      const entry = await pages.fetch(key, { context });
      // The version may exist a moment later.
      if (!entry?.rendered && pages.peek(key) === entry) pages.delete(key);
      return entry?.rendered ?? null;
    },
    waiting: () => pool.waiting,
    close: () => pool.close(),
  };
}

/** Null if the lookup fails or takes too long. */
async function resultInTime<Result>(lookup: Promise<Result>): Promise<Result | null> {
  const result = lookup.catch((error: unknown) => {
    logger.warn(`Imports of a page cannot be looked up: ${String(error)}`);
    return null;
  });
  return Promise.race([result, wait(maxLookupMs, null, { ref: false })]);
}

function asRendered(outcome: CompileOutcome, unresolved: readonly PackageProblem[]): Rendered {
  // Any problem of a package may pass: with the settings of the studio, what a registry has, or the age of a version.
  return { ...outcome, isTransient: unresolved.length > 0 || outcome.problems.some(wasTooSlow) };
}

/** A hash of the engine's code, the compilers that it names by version, the packages of the shelf, and the settings. */
function readEngineTag(target: CompileTarget): string {
  const hash = createHash('sha256').update(JSON.stringify(target));
  for (const file of globSync(['package.json', 'dist/**/*.js'], { cwd: engineFolder }).toSorted())
    hash.update(readFileSync(`${engineFolder}/${file}`));
  hash.update(readFileSync(shelfManifest));
  return hash.digest('hex').slice(0, 12);
}
