import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { databaseOptions } from '../database-options.js';
import { EmbeddedPostgres, templateFolder } from './embedded-postgres.js';

/** Build step: a data directory with today's schema and nothing in it, copied for first starts. */
rmSync(templateFolder, { recursive: true, force: true });
const dataDir = mkdtempSync(join(tmpdir(), 'studio-template-'));
const postgres = await EmbeddedPostgres.start(dataDir);
const orm = await MikroORM.init(databaseOptions({ socketDir: postgres.socketDir }));
await orm.migrator.up();
await orm.close();
await postgres.stop();
cpSync(join(dataDir, 'postgres'), templateFolder, { recursive: true });
rmSync(dataDir, { recursive: true, force: true });
// PGlite leaves its files writable for everybody.
for (const entry of readdirSync(templateFolder, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
