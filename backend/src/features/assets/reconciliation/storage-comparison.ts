import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { EventPublisher } from '../../../common/domain-events.js';
import { countOf } from '../../../common/text-format.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';

/**
 * A file without a row is an orphan once it is older than any upload, because an upload has its row before its bytes.
 */
const orphanAfterMs = 3_600_000;
/** How long an orphan is kept after it was found, because the database may be wrong. */
const quarantineMs = 7 * 24 * 3_600_000;
/** Above both limits the database is probably wrong, and no orphan is deleted. */
const orphansAllowed = { fraction: 0.1, count: 100 };
const batchSize = 500;
const keysNamedInLog = 20;

/** The result of a comparison. */
export interface ComparisonResult {
  /** Files that no row refers to, including those that were deleted now. */
  orphans: number;
  /** How many of them were due and are deleted. */
  deleted: number;
  /** How many were due, but not deleted because there were too many orphans. */
  heldBack: number;
  /** The keys of files that rows refer to and that the storage has lost or changed. */
  missing: string[];
  /** The errors of files that could not be deleted, which the next run tries again. */
  failures: unknown[];
}

/** Compares the storage with the database. With kysely: thousands of keys per statement. */
@Injectable()
export class StorageComparison {
  readonly #logger = new Logger('assets');

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Records files that no row refers to, and deletes them a week later; none if they are more than a hundred and a
   * tenth of all files, unless `howeverMany`. Rows whose bytes are missing or have another size are reported, never
   * deleted.
   */
  async run(
    now: Date,
    signal: AbortSignal,
    { howeverMany }: { howeverMany: boolean },
  ): Promise<ComparisonResult> {
    const { orphans, missing, files } = await this.#look(now, signal);
    await this.#recordOrphans(orphans, now);
    const due = await this.#due(now);
    const allowed = Math.max(orphansAllowed.count, files * orphansAllowed.fraction);
    const holdsBack = orphans.length > allowed && !howeverMany && due.length > 0;
    const lost = await this.#report(missing);
    if (holdsBack) this.#reportHeldBack(orphans.length, files);
    const failures = holdsBack ? [] : await this.#delete(due, signal);
    const compared = {
      orphans: orphans.length,
      deleted: holdsBack ? 0 : due.length - failures.length,
      heldBack: holdsBack ? due.length : 0,
      missing: lost,
    };
    this.events.publish('storage.compared', { ...compared, missing: lost.length });
    return { ...compared, failures };
  }

  /** Compares all files with the rows. */
  async #look(now: Date, signal: AbortSignal) {
    const unseen = await this.#knownSizes();
    const orphanBefore = now.getTime() - orphanAfterMs;
    const batch: string[] = [];
    const orphans: string[] = [];
    let files = 0;
    for await (const { key, size, storedAt } of this.storage.list()) {
      signal.throwIfAborted();
      files++;
      if (unseen.get(key) === size) unseen.delete(key);
      else if (storedAt.getTime() < orphanBefore) batch.push(key);
      if (batch.length === batchSize) orphans.push(...(await this.#unknown(batch.splice(0))));
    }
    orphans.push(...(await this.#unknown(batch)));
    return { files, orphans, missing: [...unseen.keys()] };
  }

  async #knownSizes(): Promise<Map<string, number>> {
    const { stored, ofPackages } = this.#known();
    const rows = await stored
      .select(['storage_key', 'size'])
      .unionAll(ofPackages.select(['storage_key', 'size']))
      .execute();
    return new Map(rows.map(({ storage_key, size }) => [storage_key, size]));
  }

  /** The tables whose rows have files: users' files and npm packages. */
  #known() {
    const { sql: database } = this.database;
    return {
      stored: database.selectFrom('stored_objects'),
      ofPackages: database.selectFrom('package_objects'),
    };
  }

  async #unknown(keys: string[]): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where not exists (select from stored_objects where storage_key = key)
        and not exists (select from package_objects where storage_key = key)
        and not exists (select from asset_uploads where id = key)`.execute(this.database.sql);
    return rows.map(({ key }) => key);
  }

  /** Records new orphans, and deletes records of files that are no orphans any more. */
  async #recordOrphans(orphans: string[], now: Date): Promise<void> {
    await sql`delete from orphaned_files where not exists (
      select from unnest(${orphans}::text[]) key where key = storage_key)`.execute(this.database.sql);
    const { rows } = await sql`
      insert into orphaned_files (storage_key, found_at) select key, ${now} from unnest(${orphans}::text[]) key
      on conflict do nothing returning storage_key`.execute(this.database.sql);
    if (rows.length > 0)
      this.#logger.warn(
        `Found ${countOf(rows.length, 'stored file')} that the database does not list. Such files are kept for 7 days.`,
      );
  }

  async #due(now: Date): Promise<string[]> {
    const rows = await this.database.sql
      .selectFrom('orphaned_files')
      .select('storage_key')
      .where('found_at', '<=', new Date(now.getTime() - quarantineMs))
      .execute();
    return rows.map(({ storage_key }) => storage_key);
  }

  /** @returns the errors of files that could not be deleted. */
  async #delete(keys: string[], signal: AbortSignal): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let done = 0; done < keys.length; done += batchSize) {
      const gone: string[] = [];
      for (const key of await this.#unknown(keys.slice(done, done + batchSize))) {
        signal.throwIfAborted();
        await this.storage.remove(key).then(
          () => gone.push(key),
          (error: unknown) => failures.push(error),
        );
      }
      await this.database.sql
        .deleteFrom('orphaned_files')
        .where(sql<boolean>`storage_key = any(${gone}::text[])`)
        .execute();
    }
    if (keys.length > failures.length)
      this.#logger.warn(
        `Deleted ${countOf(keys.length - failures.length, 'stored file')} that the database had not listed for 7 days.`,
      );
    return failures;
  }

  #reportHeldBack(orphans: number, files: number): void {
    this.#logger.error(
      `${orphans} of ${files} stored files are not listed in the database. That is too many to be right, so none was deleted. ` +
        'Restore the database; or, if it is the right one, run: npm run admin -- reconcile --delete-orphans',
    );
  }

  /** Logs missing files. Rows deleted meanwhile are not reported. @returns the keys that are missing. */
  async #report(keys: string[]): Promise<string[]> {
    const isLost = sql<boolean>`storage_key = any(${keys}::text[])`;
    const { stored, ofPackages } = this.#known();
    const missed = await stored
      .select('storage_key')
      .where(isLost)
      .unionAll(ofPackages.select('storage_key').where(isLost))
      .execute();
    const lost = missed.map(({ storage_key }) => storage_key);
    if (lost.length === 0) return lost;
    const named = lost.slice(0, keysNamedInLog);
    this.#logger.error(
      `The storage has lost or changed the bytes of ${countOf(lost.length, 'file')}: ${named.join(', ')}. What a backup has of them comes back with: npm run admin -- reconcile --from <backup>`,
    );
    return lost;
  }
}
