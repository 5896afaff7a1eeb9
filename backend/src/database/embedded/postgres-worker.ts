import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { ownProgram } from '../../own-files.js';

/** What the thread is started with: where the database is to be, and the file that a new one is made from. */
export interface PostgresWorkerData {
  dataDir: string;
  socketPath: string;
  template: string;
}

/** Runs PGlite behind a unix socket, in a thread of its own: a heavy query would stall the event loop of the app. */
const { dataDir, socketPath, template } = workerData as PostgresWorkerData;

if (!existsSync(join(dataDir, 'PG_VERSION')) && existsSync(template)) unpackTemplate();
const database = await PGlite.create({
  dataDir,
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'timezone=UTC'],
});

// After a trap in the WASM pglite-socket's queue never continues: this thread ends, and a new one is started.
const execute = database.execProtocolRawStream.bind(database);
database.execProtocolRawStream = (...message) =>
  execute(...message).catch((error: unknown) => {
    console.error('The embedded database stopped:', error);
    process.exit(1);
  });

const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 2 });
await server.start();

parentPort?.once('message', () => void stop());
parentPort?.postMessage('ready');

async function stop(): Promise<void> {
  await server.stop();
  await database.close();
  process.exit(0);
}

/** Into a folder beside it, which is then renamed, so that an interrupted first start leaves nothing incomplete. */
function unpackTemplate(): void {
  const draft = `${dataDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  execFileSync(process.execPath, [ownProgram('database/embedded/unpack-template'), draft, template]);
  renameSync(draft, dataDir);
}
