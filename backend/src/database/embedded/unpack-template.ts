import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Makes a new data directory. In a thread that ends, because unpacking takes over 100 MB that it would keep. */
const { dataDir, template } = workerData as { dataDir: string; template: string };
const database = await PGlite.create({ dataDir, loadDataDir: new Blob([readFileSync(template)]) });
await database.close();
