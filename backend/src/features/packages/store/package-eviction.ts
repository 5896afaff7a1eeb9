import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../../common/housekeeping-job.js';
import { Config } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';
import { dependenciesOf } from '../catalog/dependencies.js';
import { polyfills } from '../catalog/node-polyfills.js';
import { nameAndVersion } from '../catalog/package-source.js';
import { PackageStore, spaceOfArchives } from './package-store.js';

/** Time between choosing a package and deleting it, so that a running backup still finds its files. */
const graceMs = 24 * 3_600_000;

interface Version {
  name: string;
  version: string;
}

interface StoredVersion extends Version {
  bytes: number;
  dependencies: Record<string, string>;
  evicted: boolean;
}

/**
 * Limits the size of stored packages: the least recently used are deleted first, but never those that a project, one of
 * its revisions or a report uses. What a version depends on stays as long as that version: pages may never load it, and
 * the version could not be resolved again without it. With kysely: sets of rows.
 */
@Injectable()
export class PackageEviction {
  readonly #logger = new Logger('packages');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly store: PackageStore,
  ) {}

  @HousekeepingJob({ name: 'packages', cron: '17,47 * * * *' })
  async evict(signal: AbortSignal): Promise<void> {
    const all = await this.#stored();
    const total = all.reduce((sum, { bytes, evicted }) => sum + (evicted ? 0 : bytes), 0);
    if (total <= this.config.packageBytes && !all.some(({ evicted }) => evicted)) return;
    const frozen = await this.#frozen(all);
    await this.#deleteDue(
      withDependencies([...frozen, ...all.filter(({ evicted }) => !evicted)], all),
      signal,
    );
    const kept = withDependencies(frozen, all);
    let excess = total - this.config.packageBytes;
    let count = 0;
    for (const { name, version, bytes, evicted } of dependenciesLast(all)) {
      if (excess <= 0) break;
      if (evicted || kept.has(nameAndVersion({ name, version }))) continue;
      signal.throwIfAborted();
      await this.#update({ name, version }, sql<Date>`now()`);
      this.store.forget({ name, version });
      excess -= bytes;
      count += 1;
    }
    if (count > 0) this.#logger.log(`${count} packages that nobody uses are deleted in a day, to make room.`);
  }

  /** All stored versions, the least recently used first. */
  async #stored(): Promise<StoredVersion[]> {
    const { rows } = await sql<StoredVersion>`
      select name, version, dependencies, evicted_at is not null as evicted,
        (select ${spaceOfArchives} from package_objects
          where package_name = name and package_version = version) as bytes
      from stored_packages order by last_used_at`.execute(this.database.sql);
    return rows;
  }

  /**
   * The versions that projects, revisions and reports use, and what stands in for modules of Node: packages import it by
   * its address, without a dependency on it.
   */
  async #frozen(all: readonly StoredVersion[]): Promise<Version[]> {
    const { rows } = await sql<Version>`
      select distinct key as name, value as version
      from (
        select framework_config from projects where framework_config->'packages' is not null
        union all select framework_config from project_revisions where framework_config->'packages' is not null
        union all select framework_config from report_evidence where framework_config->'packages' is not null
      ) used, jsonb_each_text(framework_config->'packages')`.execute(this.database.sql);
    return rows.length > 0 ? [...rows, ...all.filter(({ name }) => polyfills.includes(name))] : [];
  }

  /** Deletes versions that were chosen a day ago, except those that are used by now. */
  async #deleteDue(kept: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const before = new Date((await this.database.now()).getTime() - graceMs);
    const due = await this.database.sql
      .selectFrom('stored_packages')
      .select(['name', 'version'])
      .where('evicted_at', '<=', before)
      .execute();
    for (const version of due) {
      signal.throwIfAborted();
      if (kept.has(nameAndVersion(version))) await this.#update(version, null);
      else await this.#delete(version, before);
    }
  }

  async #update({ name, version }: Version, at: ReturnType<typeof sql<Date>> | null) {
    await this.database.sql
      .updateTable('stored_packages')
      .set({ evicted_at: at })
      .where('name', '=', name)
      .where('version', '=', version)
      .execute();
  }

  /**
   * Deletes a version unless it was used meanwhile. The rows first: the comparison of storage and database deletes files
   * without a row.
   */
  async #delete({ name, version }: Version, before: Date): Promise<void> {
    const keys = await this.database.transaction(async () => {
      const { numDeletedRows } = await this.database.sql
        .deleteFrom('stored_packages')
        .where('name', '=', name)
        .where('version', '=', version)
        .where('evicted_at', '<=', before)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return [];
      return this.database.sql
        .deleteFrom('package_objects')
        .where('package_name', '=', name)
        .where('package_version', '=', version)
        .returning('storage_key')
        .execute();
    });
    this.store.forget({ name, version });
    for (const { storage_key } of keys) await this.storage.remove(storage_key);
  }
}

/** The ids of versions and of all that they depend on, directly or not. */
function withDependencies(versions: readonly Version[], all: readonly StoredVersion[]): Set<string> {
  const byId = new Map(all.map((one) => [nameAndVersion(one), one]));
  const found = new Set<string>();
  const waiting = versions.map(nameAndVersion);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...dependenciesOf(byId.get(next)?.dependencies ?? {}).map(nameAndVersion));
  }
  return found;
}

/** The versions in the same order, except that dependencies follow all that depend on them. */
function dependenciesLast(all: readonly StoredVersion[]): StoredVersion[] {
  const byId = new Map(all.map((one) => [nameAndVersion(one), one]));
  const entered = new Set<StoredVersion>();
  const newestFirst = new Set<StoredVersion>();
  const waiting = [...all];
  for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
    if (entered.has(next)) {
      newestFirst.add(next);
      waiting.pop();
      continue;
    }
    entered.add(next);
    for (const dependency of dependenciesOf(next.dependencies)) {
      const found = byId.get(nameAndVersion(dependency));
      if (found && !entered.has(found)) waiting.push(found);
    }
  }
  return [...newestFirst].toReversed();
}
