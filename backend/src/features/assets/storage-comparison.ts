import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../database/database.js';
import { AssetStorage } from '../../ports/asset-storage.js';

/** An upload has its row before its bytes, so what is older than any upload and has none is nobody's. */
const strayAfterMs = 3_600_000;
const batchSize = 500;
const keysNamedInLog = 20;

/** How many files that nobody has were removed, and the keys of those that are missed. */
export interface Compared {
  strays: number;
  missing: string[];
}

/** Compares what the storage has with what the database knows. */
@Injectable()
export class StorageComparison {
  readonly #logger = new Logger('assets');

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /** Removes files that no row knows. Rows whose bytes are missing or have another size are reported, never deleted. */
  async run(now: Date, signal: AbortSignal): Promise<Compared> {
    const unseen = await this.#knownSizes();
    const strayBefore = now.getTime() - strayAfterMs;
    const batch: string[] = [];
    let strays = 0;
    for await (const { key, size, storedAt } of this.storage.list()) {
      signal.throwIfAborted();
      if (unseen.get(key) === size) unseen.delete(key);
      else if (storedAt.getTime() < strayBefore) batch.push(key);
      if (batch.length === batchSize) strays += await this.#removeStrays(batch.splice(0));
    }
    strays += await this.#removeStrays(batch);
    return { strays, missing: await this.#report([...unseen.keys()]) };
  }

  async #knownSizes(): Promise<Map<string, number>> {
    const rows = await this.database.sql
      .selectFrom('stored_objects')
      .select(['storage_key', 'size'])
      .execute();
    return new Map(rows.map(({ storage_key, size }) => [storage_key, size]));
  }

  async #removeStrays(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where not exists (select from stored_objects where storage_key = key)
        and not exists (select from asset_uploads where id = key)`.execute(this.database.sql);
    for (const { key } of rows) await this.storage.remove(key);
    if (rows.length > 0) this.#logger.warn(`${rows.length} stored files that nobody has were removed.`);
    return rows.length;
  }

  /** What was let go in the meantime is not missed. */
  async #report(keys: string[]): Promise<string[]> {
    const missed = await this.database.sql
      .selectFrom('stored_objects')
      .select('storage_key')
      .where(sql<boolean>`storage_key = any(${keys}::text[])`)
      .execute();
    const lost = missed.map(({ storage_key }) => storage_key);
    if (lost.length === 0) return lost;
    const named = lost.slice(0, keysNamedInLog);
    this.#logger.error(
      `The storage has lost or changed the bytes of ${lost.length} files: ${named.join(', ')}. Restore them from a backup, under the same keys.`,
    );
    return lost;
  }
}
