import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { lockDataDir } from './data-dir-lock.js';

const restartDelay = 500;
/** Nearly all objects are short-lived; by default V8 would let three times as much garbage pile up. */
const youngMegabytes = 16;

/** Made by `npm run build`, so that a first start does not wait for initdb (4–6 s). */
export const templateFile = fileURLToPath(new URL('../../../dist/postgres-template.gz', import.meta.url));

/** PostgreSQL inside this process: PGlite in a worker thread, reached through a unix socket by the usual driver. */
export class EmbeddedPostgres {
  /** A short path: those of unix sockets may have about 100 characters, and DATA_DIR may be longer. */
  readonly socketDir = mkdtempSync(join(tmpdir(), 'studio-'));
  private worker: Worker | null = null;
  #stopping = false;

  private constructor(
    private readonly dataDir: string,
    private readonly unlock: () => void,
  ) {}

  /**
   * Opens the database in `dataDir`, made from the template where there is none.
   * @throws DataDirInUse while another process works on it.
   */
  static async start(dataDir: string): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres(dataDir, lockDataDir(dataDir));
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
    const files = join(this.dataDir, 'postgres');
    const socketPath = join(this.socketDir, '.s.PGSQL.5432');
    rmSync(socketPath, { force: true });
    if (!existsSync(join(files, 'PG_VERSION')) && existsSync(templateFile)) await unpackTemplate(files);
    const worker = new Worker(besideThis('postgres-worker'), {
      workerData: { dataDir: files, socketPath },
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

/** Into a folder beside it, which is then renamed, so that an interrupted first start leaves nothing incomplete. */
async function unpackTemplate(files: string): Promise<void> {
  const draft = `${files}.new`;
  rmSync(draft, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [
    fileURLToPath(besideThis('unpack-template')),
    draft,
    templateFile,
  ]);
  renameSync(draft, files);
}

/** Another file of this folder: TypeScript while this one is (tests), and JavaScript once built. */
function besideThis(name: string): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
}
