import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { ownProgram } from '../../own-files.js';

/** The data for the thread: the folder and socket of the database, and the file that a new one is made from. */
export interface PostgresWorkerData {
  dataDir: string;
  socketPath: string;
  template: string;
}

/** Runs PGlite behind a unix socket, in its own thread, because a heavy query would block the event loop of the app. */
const { dataDir, socketPath, template } = workerData as PostgresWorkerData;

if (!existsSync(join(dataDir, 'PG_VERSION')) && existsSync(template)) unpackTemplate();
const database = await PGlite.create({
  dataDir,
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'timezone=UTC'],
});

// After a WebAssembly trap the queue of pglite-socket never continues. So this thread ends, and a new one is started.
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

/** Unpacks into a temporary folder and renames it, so that an interrupted first start leaves no incomplete database. */
function unpackTemplate(): void {
  const draft = `${dataDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  const unpacking = spawnSync(
    process.execPath,
    [ownProgram('database/embedded/unpack-template'), draft, template],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (unpacking.error) throw unpacking.error;
  if (unpacking.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw Object.assign(
      new Error('The new database was not unpacked.'),
      JSON.parse(unpacking.stdout || '{}'),
    );
  }
  renameSync(draft, dataDir);
}
