import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ConfigError } from '../../config/read-config.js';
import { ownFile, ownProgram } from '../../own-files.js';
import { lockDataDir } from './data-dir-lock.js';
import type { PostgresWorkerData } from './postgres-worker.js';

const restartDelayMs = 500;
/** Nearly all objects are short-lived; by default V8 would let three times as much garbage accumulate. */
const youngMegabytes = 16;

/** The content of a new database: nothing, or today's schema without rows. */
export type Template = 'empty' | 'migrated';

/** Made by `npm run build`, so that a first start needs neither initdb (4–6 s) nor all migrations (1–2 s). */
export const templateFiles: Record<Template, string> = {
  empty: ownFile('../dist/postgres-empty.gz'),
  migrated: ownFile('../dist/postgres-migrated.gz'),
};

/** The folder of the embedded database in DATA_DIR. */
export const embeddedFolder = (dataDir: string) => join(dataDir, 'postgres');

/** The major version of PGlite's PostgreSQL, which reads no folder of another one. */
const majorVersion = '18';

/** @throws ConfigError for the database of a studio whose PGlite has another version; PGlite itself does not say so. */
function refuseOtherVersion(dataDir: string): void {
  const file = join(embeddedFolder(dataDir), 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : majorVersion;
  if (found === majorVersion) return;
  const way = 'bring it over with backup, by the version of the studio that made it, and restore';
  const expected = `a folder with a database of PostgreSQL ${majorVersion}, not of ${JSON.stringify(found)}: ${way}`;
  throw new ConfigError('DATA_DIR', dataDir, expected);
}

/** PostgreSQL inside this process: PGlite in a worker thread. The usual driver connects to it through a unix socket. */
export class EmbeddedPostgres {
  /** Not in DATA_DIR, because the path of a unix socket may have only about 100 characters. */
  readonly socketDir = mkdtempSync(join(tmpdir(), 'studio-socket-'));
  /** At the end of the process, too: an administrator's command may end in the middle. */
  readonly #removeSocketDir = () => rmSync(this.socketDir, { recursive: true, force: true });
  private worker: Worker | null = null;
  #stopping = false;

  private constructor(
    private readonly dataDir: string,
    private readonly template: Template,
    private readonly unlock: () => void,
  ) {
    process.on('exit', this.#removeSocketDir);
  }

  /**
   * Opens the database in `dataDir`, or makes it from the template. Starts its thread before the first `await`, so that
   * the database starts while the caller does other work.
   * @throws DataDirInUse while another process uses the folder; ConfigError for a database of another version.
   */
  static async start(dataDir: string, template: Template = 'migrated'): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres(dataDir, template, lockDataDir(dataDir));
    try {
      refuseOtherVersion(dataDir);
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
    this.#removeSocketDir();
    process.off('exit', this.#removeSocketDir);
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

  /** Restarts a database that has ended; until then calls answer 503. Logs why it cannot, once for each reason. */
  #restart(lastReason = ''): void {
    this.worker = null;
    if (this.#stopping) return;
    setTimeout(() => {
      if (this.#stopping) return;
      this.#startWorker().catch((error: Error) => {
        if (error.message !== lastReason)
          console.error(`The embedded database cannot restart, and is tried again: ${error.message}`);
        this.#restart(error.message);
      });
    }, restartDelayMs);
  }
}
