import { chmodSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { templateFolder } from './embedded-postgres.js';

/** Build step: an empty data directory, copied for first starts. A build that is cut off leaves no half of it. */
const dataDir = mkdtempSync(join(tmpdir(), 'studio-template-'));
const draft = `${templateFolder}.new`;
const database = await PGlite.create({ dataDir });
await database.close();
for (const folder of [draft, templateFolder]) rmSync(folder, { recursive: true, force: true });
cpSync(dataDir, draft, { recursive: true });
rmSync(dataDir, { recursive: true });
// PGlite leaves its files writable for everybody.
for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
renameSync(draft, templateFolder);
