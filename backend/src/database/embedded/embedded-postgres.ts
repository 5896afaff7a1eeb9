import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ownFile, ownProgram } from '../../own-files.js';
import { lockDataDir } from './data-dir-lock.js';
import type { PostgresWorkerData } from './postgres-worker.js';

const restartDelay = 500;
/** Nearly all objects are short-lived; by default V8 would let three times as much garbage pile up. */
const youngMegabytes = 16;

/** What a new database begins with: nothing, or today's schema without a row. */
export type Template = 'empty' | 'migrated';

/** Made by `npm run build`, so that a first start waits neither for initdb (4–6 s) nor for all migrations (1–2 s). */
export const templateFiles: Record<Template, string> = {
  empty: ownFile('../dist/postgres-empty.gz'),
  migrated: ownFile('../dist/postgres-migrated.gz'),
};

/** Where the embedded database is in DATA_DIR. */
export const embeddedFolder = (dataDir: string) => join(dataDir, 'postgres');

/** PostgreSQL inside this process: PGlite in a worker thread, reached through a unix socket by the usual driver. */
export class EmbeddedPostgres {
  /** A short path: those of unix sockets may have about 100 characters, and DATA_DIR may be longer. */
  readonly socketDir = mkdtempSync(join(tmpdir(), 'studio-'));
  private worker: Worker | null = null;
  #stopping = false;

  private constructor(
    private readonly dataDir: string,
    private readonly template: Template,
    private readonly unlock: () => void,
  ) {}

  /**
   * Opens the database in `dataDir`, made from the template where there is none. Its thread is started before this first
   * waits: a caller that is busy then holds nothing up.
   * @throws DataDirInUse while another process works on it.
   */
  static async start(dataDir: string, template: Template = 'migrated'): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres(dataDir, template, lockDataDir(dataDir));
    try {
      await postgres.#startWorker();
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }

  /** Closes the database and unlocks the folder. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const worker = this.worker;
    if (worker) {
      await new Promise((stopped) => {
        worker.once('exit', stopped);
        worker.postMessage('stop');
      });
    }
    rmSync(this.socketDir, { recursive: true, force: true });
    this.unlock();
  }

  async #startWorker(): Promise<void> {
    const socketPath = join(this.socketDir, '.s.PGSQL.5432');
    rmSync(socketPath, { force: true });
    const worker = new Worker(ownProgram('database/embedded/postgres-worker'), {
      workerData: {
        dataDir: embeddedFolder(this.dataDir),
        socketPath,
        template: templateFiles[this.template],
      } satisfies PostgresWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    await new Promise<void>((ready, failed) => {
      worker.once('message', () => ready());
      worker.once('error', failed);
      worker.once('exit', (code) => failed(new Error(`The embedded database ended with code ${code}.`)));
    });
    worker.removeAllListeners();
    worker.on('error', (error) => console.error('The embedded database failed:', error));
    worker.once('exit', () => this.#restart());
    this.worker = worker;
  }

  /** Restarts a database that has ended; until then calls answer 503. */
  #restart(): void {
    this.worker = null;
    if (this.#stopping) return;
    setTimeout(() => {
      if (!this.#stopping) this.#startWorker().catch(() => this.#restart());
    }, restartDelay);
  }
}
