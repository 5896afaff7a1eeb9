import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { templateFile } from './embedded-postgres.js';
import type { DataDirEntry } from './unpack-template.js';

/** Build step: an empty data directory, packed for first starts. */
const dataDir = mkdtempSync(join(tmpdir(), 'studio-template-'));
const database = await PGlite.create({ dataDir });
await database.close();
const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).map((entry): DataDirEntry => {
  const path = join(entry.parentPath, entry.name);
  return { path: relative(dataDir, path), content: entry.isFile() ? readFileSync(path) : null };
});
writeFileSync(templateFile, gzipSync(serialize(entries)));
rmSync(dataDir, { recursive: true });
