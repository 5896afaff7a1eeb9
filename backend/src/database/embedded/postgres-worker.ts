import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** Runs PGlite behind a unix socket, in a thread of its own: a heavy query would stall the event loop of the app. */
const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string };

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
