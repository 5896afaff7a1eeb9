import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { InferEntity } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isRefusedRow } from '../../../common/errors/database-errors.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';
import { AssetStorage, MissingFile } from '../../../ports/asset-storage.js';
import { nameAndVersion } from '../catalog/package-source.js';
import { textInMemory, textLength } from '../catalog/text-length.js';
import { RegistryRefusal } from '../registry/registry-jobs.js';
import { PackageObjectEntity, StoredPackageEntity } from '../stored-package.entity.js';
import { type ArchiveLimits, pack, unpack } from './archives.js';
import { blockBytes } from './folder-size.js';

type PackageObject = InferEntity<typeof PackageObjectEntity>;
export type StoredPackage = Pick<
  InferEntity<typeof StoredPackageEntity>,
  'name' | 'version' | 'license' | 'description' | 'size' | 'source' | 'dependencies'
>;

/** A version of a package. */
type Version = Pick<StoredPackage, 'name' | 'version'>;

/** The name of the part with the published files. */
export const filesPart = 'files';

/** The disk space of archives, of which each takes at least a block. */
export const spaceOfArchives = sql<number>`coalesce(sum(size + ${sql.lit(blockBytes)}), 0)::float8`;

const cachedMs = 60_000;
/** The accuracy of `last_used_at`. */
const usedEveryMs = 3_600_000;

/**
 * Packages in the asset storage, shared by all replicas: their published files, and the modules that were built from
 * them.
 */
@Injectable()
export class PackageStore {
  /** Versions that are stored. Missing ones are not cached, because another replica may store them at any time. */
  readonly #known = new LRUCache<string, StoredPackage>({
    max: 10_000,
    maxSize: textInMemory,
    sizeCalculation: textLength,
    ttl: cachedMs,
  });
  readonly #logger = new Logger('packages');
  readonly #used = new LRUCache<string, true>({ max: 10_000, ttl: usedEveryMs });

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  async find({ name, version }: Version): Promise<StoredPackage | null> {
    const id = nameAndVersion({ name, version });
    const known = this.#known.get(id);
    if (known) return known;
    const found = await this.database.em.findOne(StoredPackageEntity, { name, version });
    if (found) this.#known.set(id, found);
    return found;
  }

  versionsOf(name: string): Promise<StoredPackage[]> {
    return this.database.em.find(StoredPackageEntity, { name });
  }

  /** The disk space of all archives, including those that are about to be deleted. With kysely: a sum. */
  async bytes(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select ${spaceOfArchives} as bytes from package_objects`.execute(this.database.sql);
    return rows[0]?.bytes ?? 0;
  }

  /**
   * Unpacks a part into a folder. @returns false if it is not stored, or its file is missing. Its row stays until
   * somebody has made it again: the file may come back.
   * @throws RegistryRefusal if the storage cannot be read right now
   */
  async read(
    { name, version }: Version,
    part: string,
    folder: string,
    limits: ArchiveLimits,
  ): Promise<boolean> {
    const object = await this.#object({ name, version }, part);
    if (!object) return false;
    try {
      await unpack(await this.storage.read(object.storageKey), folder, limits);
      return true;
    } catch (error) {
      if (error instanceof MissingFile && !(await this.#isAway())) return false;
      this.#logger.warn({ err: error }, `${nameAndVersion({ name, version })} could not be read`);
      const message = `${name} ${version} cannot be read from the storage of this studio. Try again in a minute`;
      throw new RegistryRefusal('registry_unavailable', message);
    }
  }

  /** Whether its files are stored, with their bytes. */
  async hasFiles(version: Version): Promise<boolean> {
    const object = await this.#object(version, filesPart);
    return object !== null && (await this.#hasBytes(object)) && (await this.find(version)) !== null;
  }

  /** Stores a package's files, unless they are stored already. `archive` opens their archive. */
  async addPackage(stored: StoredPackage, archive: () => Readable): Promise<void> {
    if (await this.hasFiles(stored)) return;
    await this.#addObject(stored, filesPart, archive(), async () => {
      await this.database.sql
        .insertInto('stored_packages')
        .values(stored)
        .onConflict((conflict) => conflict.columns(['name', 'version']).doUpdateSet({ evicted_at: null }))
        .execute();
    });
  }

  /** Stores the modules of a part, unless they are stored already. */
  async addPart(version: Version, part: string, folder: string, files: readonly string[]): Promise<void> {
    const object = await this.#object(version, part);
    if (object && (await this.#hasBytes(object))) return;
    await this.#addObject(version, part, packPart(version, part, folder, files));
  }

  /** Protects a version from eviction for a while. With kysely: the time is the database's. */
  async markUsed({ name, version }: Version): Promise<void> {
    const id = nameAndVersion({ name, version });
    if (this.#used.has(id)) return;
    this.#used.set(id, true);
    await this.database.sql
      .updateTable('stored_packages')
      .set({ last_used_at: sql`now()`, evicted_at: null })
      .where('name', '=', name)
      .where('version', '=', version)
      .execute();
  }

  forget(version: Version): void {
    this.#known.delete(nameAndVersion(version));
    this.#used.delete(nameAndVersion(version));
  }

  #object({ name, version }: Version, part: string): Promise<PackageObject | null> {
    const where = { packageName: name, packageVersion: version, part };
    return this.database.em.findOne(PackageObjectEntity, where);
  }

  async #hasBytes({ storageKey }: PackageObject): Promise<boolean> {
    return (await this.storage.sizeOf(storageKey)) !== null;
  }

  /** Whether the storage is not where it was: a folder that is not mounted lacks its mark with the files. */
  async #isAway(): Promise<boolean> {
    return (await this.storage.owner().catch(() => null)) === null;
  }

  /**
   * Stores the bytes first: the comparison of storage and database deletes files without a row. They replace those
   * that the storage has lost; otherwise the first copy stays.
   */
  async #addObject(
    { name, version }: Version,
    part: string,
    bytes: Readable,
    before: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    // Without a listener, an error before the stream is read would end the process. The reader gets the error, too.
    bytes.on('error', () => undefined);
    const key = newId();
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const size = await this.storage.put(key, Readable.from(hashed()), new AbortController().signal);
    const stored = { storage_key: key, hash: hash.digest('hex'), size };
    const earlier = await this.#object({ name, version }, part);
    const lost = earlier && !(await this.#hasBytes(earlier)) ? earlier.storageKey : null;
    const isUsed = await this.database
      .transaction(async () => {
        await before();
        const { numInsertedOrUpdatedRows } = await this.database.sql
          .insertInto('package_objects')
          .values({ package_name: name, package_version: version, part, ...stored })
          .onConflict((conflict) =>
            conflict
              .columns(['package_name', 'package_version', 'part'])
              .doUpdateSet(stored)
              .where('package_objects.storage_key', '=', lost),
          )
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      })
      .catch(async (error: unknown) => {
        // After any other error the row may be there.
        if (isRefusedRow(error)) await this.storage.remove(key).catch(() => undefined);
        throw error;
      });
    if (!isUsed) await this.storage.remove(key);
  }
}

/** Packs a part below a folder with its name, so that no two archives have the same bytes. */
export function packPart(version: Version, part: string, folder: string, files: readonly string[]): Readable {
  return pack(folder, files, `${nameAndVersion(version).replaceAll('/', '+')}-${part}`);
}
