import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { templateFile } from './embedded-postgres.js';

/** Build step: an empty data directory, dumped for first starts. */
const database = await PGlite.create();
const dump = await database.dumpDataDir('gzip');
await database.close();
writeFileSync(templateFile, Buffer.from(await dump.arrayBuffer()));
