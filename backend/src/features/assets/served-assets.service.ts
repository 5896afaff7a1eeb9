import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { AssetStorage, type ByteRange } from '../../ports/asset-storage.js';

/** The data for serving a file. */
export interface ServedAsset {
  /** Null for a file that only forks keep. */
  ownerId: string | null;
  name: string;
  /** SHA-256 of the bytes, in hex. */
  hash: string;
  /** Bytes. */
  size: number;
  storageKey: string;
  createdAt: Date;
}

/** A deletion or takedown takes effect within this time plus that of a request. */
const knownForMs = 1_000;
const knownAtMost = 1_000;

/**
 * The files that the second listener may send to anybody who knows their address. With kysely: one statement joins a
 * file with its stored object, its holds and its blocks.
 */
@Injectable()
export class ServedAssetsService {
  /** An entry also for a missing asset: room for others ends a lookup that results in nothing. */
  readonly #known = new LRUCache<string, { asset: ServedAsset | undefined }>({
    max: knownAtMost,
    ttl: knownForMs,
    ignoreFetchAbort: true,
    fetchMethod: async (id) => ({ asset: await this.#look(id) }),
  });

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /**
   * The asset with this key, also one that only forks keep (specification: Files); undefined if it is deleted or
   * blocked.
   */
  async find(id: string): Promise<ServedAsset | undefined> {
    const entry = await this.#known.fetch(id);
    // A file may be given back at any time.
    if (!entry?.asset && this.#known.peek(id) === entry) this.#known.delete(id);
    return entry?.asset;
  }

  /** Which of these keys have an asset that may be served. */
  async served(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#served().select('id').where('id', 'in', ids).execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** The asset's bytes, or a range of them. @throws errors of the storage. */
  read({ storageKey }: ServedAsset, range?: ByteRange): Promise<Readable> {
    return this.storage.read(storageKey, range);
  }

  async #look(id: string): Promise<ServedAsset | undefined> {
    const row = await this.#served()
      .innerJoin('stored_objects', 'stored_objects.hash', 'assets.object_hash')
      .select(['user_id', 'name', 'hash', 'stored_objects.size', 'storage_key', 'assets.created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { user_id: ownerId, name, hash, size, storage_key: storageKey } = row;
    // The driver gives times as text.
    return { ownerId, name, hash, size, storageKey, createdAt: new Date(row.created_at) };
  }

  #served() {
    return this.database.sql
      .selectFrom('assets')
      .where(({ or, and, eb, exists, selectFrom }) =>
        or([
          and([eb('deleted_at', 'is', null), eb('user_id', 'is not', null)]),
          exists(selectFrom('asset_holds').select('project_id').whereRef('asset_id', '=', 'assets.id')),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('asset_blocks').select('project_id').whereRef('asset_id', '=', 'assets.id'))),
      );
  }
}
