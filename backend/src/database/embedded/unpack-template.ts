import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';

/** A file or folder of a data directory. PostgreSQL needs the empty folders as well. */
export interface DataDirEntry {
  path: string;
  /** Null for a folder. */
  content: Uint8Array | null;
}

/**
 * `node unpack-template.js {dataDir} {template}` makes a new data directory that only its owner may access. It is a
 * separate process, because unpacking takes 40 MB that the studio's process would not release. It writes an error as
 * JSON, with the code of the system.
 */
const [dataDir = '', template = ''] = process.argv.slice(2);
try {
  mkdirSync(dataDir, { mode: 0o700 });
  for (const { path, content } of deserialize(gunzipSync(readFileSync(template))) as DataDirEntry[]) {
    const place = join(dataDir, path);
    mkdirSync(content ? dirname(place) : place, { recursive: true });
    if (content) writeFileSync(place, content, { mode: 0o600 });
  }
} catch (error) {
  const { code, path, message } = error as NodeJS.ErrnoException;
  process.stdout.write(JSON.stringify({ code, path, message }));
  process.exitCode = 1;
}
