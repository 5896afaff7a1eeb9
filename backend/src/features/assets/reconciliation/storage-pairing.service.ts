import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { isMissingInSchema } from '../../../common/errors/database-errors.js';
import { Config } from '../../../config/config.js';
import { ConfigError } from '../../../config/read-config.js';
import { entityClock } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { databaseName } from '../../../database/open-database.js';
import { AssetStorage, StorageMismatch } from '../../../ports/asset-storage.js';
import { InstallationEntity } from '../../users/user.entity.js';

/** A storage without a mark is accepted if it has at least this share of the files that the database names. */
const enoughFiles = 0.9;

/** How many files the database names, how many of these the storage has, and how many others it has. */
export interface FileCounts {
  named: number;
  found: number;
  others: number;
}

/** The storage does not answer, so its installation is unknown. */
class StorageUnavailable extends Error {}

/**
 * Checks that database and storage belong to one installation: both contain its id. Every write to the storage and
 * every deletion is checked here first, so that a wrong DATABASE_URL or S3_BUCKET loses no files (H76).
 */
@Injectable()
export class StoragePairingService {
  readonly #logger = new Logger('storage');
  #isPaired = false;

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly config: Config,
  ) {}

  /**
   * Checks the storage before a new version changes the schema of a database, which may be another studio's. Does
   * nothing where that is too old to be asked. @throws as `aroundFirstStart`
   */
  async refuseMismatch(): Promise<void> {
    await this.#unlessUnavailable(() => this.#check()).catch((error: unknown) => {
      if (!isMissingInSchema(error)) throw error;
    });
  }

  /**
   * Checks the storage, runs `firstStart`, which may create a new installation, then marks a storage without a mark.
   * While the storage is away, the studio starts all the same; the check is repeated before anything is written.
   * @throws StorageMismatch, and ConfigError where the storage refuses these settings, with nothing changed.
   */
  async aroundFirstStart(firstStart: () => Promise<void>): Promise<void> {
    const state = await this.#unlessUnavailable(() => this.#check());
    await firstStart();
    if (state === 'unpaired') await this.#unlessUnavailable(() => this.pair());
    this.#isPaired = state === 'paired';
  }

  /** @throws ConfigError where the storage will never take files with these settings; not while it is away. */
  async refuseWrongSettings(): Promise<void> {
    if (!this.#isPaired) return;
    await this.storage.ping().catch((error: unknown) => {
      if (error instanceof ConfigError) throw error;
    });
  }

  /** For writers: verifies until that has succeeded once. @throws what `verify` throws. */
  async ensure(): Promise<void> {
    if (!this.#isPaired) await this.verify();
  }

  /** Checks database and storage now. @throws StorageMismatch, and an error while the storage is away. */
  async verify(): Promise<void> {
    try {
      if ((await this.#check()) === 'unpaired') await this.pair();
      this.#isPaired = true;
    } catch (error) {
      this.#isPaired = false;
      throw error;
    }
  }

  /** Marks the storage as this installation's, whatever its mark was. */
  async pair(): Promise<void> {
    const installation = await this.#installation();
    if (!installation) throw new Error('There is no installation yet.');
    await this.#ask(() => this.storage.create());
    await this.#ask(() => this.storage.claim(installation.storageId));
    const unpaired = { admin: installation.admin, storagePairedAt: null };
    await this.database.em.nativeUpdate(InstallationEntity, unpaired, { storagePairedAt: entityClock.now() });
  }

  /** Compares the keys of all files. With kysely: a union of three tables. */
  async compare(): Promise<FileCounts> {
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from stored_objects union select id from asset_uploads
      union select storage_key from package_objects`.execute(this.database.sql);
    const named = new Set(rows.map(({ key }) => key));
    const found = new Set<string>();
    let others = 0;
    await this.#ask(async () => {
      for await (const { key } of this.storage.list())
        if (named.has(key)) found.add(key);
        else others++;
    });
    return { named: named.size, found: found.size, others };
  }

  /** @throws StorageMismatch, StorageUnavailable, ConfigError */
  async #check(): Promise<'paired' | 'unpaired'> {
    const owner = await this.#ask(() => this.storage.owner());
    const installation = await this.#installation();
    if (owner !== null) {
      if (owner === installation?.storageId) return installation.storagePairedAt ? 'paired' : 'unpaired';
      throw this.#mismatch(
        installation
          ? 'the files are those of another installation'
          : 'the database is new, and the files are those of an installation',
      );
    }
    if (installation?.storagePairedAt)
      throw this.#mismatch('the database has had files elsewhere, and these are not marked as its own');
    const { named, found, others } = await this.compare();
    if (named === 0 && others > 0)
      throw this.#mismatch(`the database knows no files, and there are ${others}`);
    if (found < named * enoughFiles)
      throw this.#mismatch(`of the ${named} files that the database knows there are ${found}`);
    return 'unpaired';
  }

  async #installation() {
    const [installation] = await this.database.em.findAll(InstallationEntity, { limit: 1 });
    return installation;
  }

  /** The message names both, without a password, and says what to do. */
  #mismatch(why: string): StorageMismatch {
    const { databaseUrl, s3 } = this.config;
    const variables = new Set(
      [databaseUrl && 'DATABASE_URL', s3 && 'S3_BUCKET'].map((name) => name ?? 'DATA_DIR'),
    );
    return new StorageMismatch(
      `${capitalized(databaseName(this.config))} and ${this.storage.location} do not belong together: ${why}. Nothing was changed. ` +
        `Correct ${[...variables].join(' and ')}, or, if they are to be used together from now on, run: npm run admin -- pair-storage`,
    );
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      throw new StorageUnavailable(`${capitalized(this.storage.location)} is away: ${String(error)}`, {
        cause: error,
      });
    }
  }

  /** @returns null while the storage is away. */
  async #unlessUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      this.#logger.warn(`${error.message}. Files can be uploaded once it is back.`);
      return null;
    }
  }
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
