import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

/**
 * `node unpack-template.js {dataDir} {template}`: makes a new data directory. A process of its own, because unpacking
 * takes over 100 MB that the studio's process would keep.
 */
const [dataDir = '', template = ''] = process.argv.slice(2);
const database = await PGlite.create({ dataDir, loadDataDir: new Blob([readFileSync(template)]) });
await database.close();
