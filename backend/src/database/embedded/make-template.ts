import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { migrate } from '../migrate.js';
import { EmbeddedPostgres, embeddedFolder, type Template, templateFiles } from './embedded-postgres.js';
import type { DataDirEntry } from './unpack-template.js';

/** Build step: packs the data directories for first starts. The second is made from the first. */
rmSync(templateFiles.empty, { force: true });
await make('empty', async () => undefined);
await make('migrated', (socketDir) => migrate({ socketDir }));

async function make(template: Template, fill: (socketDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-template-'));
  const postgres = await EmbeddedPostgres.start(dataDir, 'empty');
  await fill(postgres.socketDir);
  await postgres.stop();
  writeFileSync(templateFiles[template], pack(embeddedFolder(dataDir)));
  rmSync(dataDir, { recursive: true });
}

function pack(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry): DataDirEntry => {
    const path = join(entry.parentPath, entry.name);
    return { path: relative(folder, path), content: entry.isFile() ? readFileSync(path) : null };
  });
  return gzipSync(serialize(entries));
}
