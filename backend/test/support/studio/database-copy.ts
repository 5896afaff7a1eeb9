import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { newId } from '../../../src/common/ids.js';
import type { Config } from '../../../src/config/config.js';
import { embeddedFolder } from '../../../src/database/embedded/embedded-postgres.js';

/** A copy of the database of a stopped studio. */
export interface DatabaseCopy {
  /** Replaces the database of a stopped studio by the copy. */
  restoreInto(config: Config): Promise<void>;
  drop(): Promise<void>;
}

export async function copyDatabase({ databaseUrl, dataDir }: Config): Promise<DatabaseCopy> {
  if (databaseUrl === null) {
    const kept = mkdtempSync(join(tmpdir(), 'kept-database-'));
    cpSync(embeddedFolder(dataDir), kept, { recursive: true });
    return {
      async restoreInto(config) {
        await emptyDatabase(config);
        cpSync(kept, embeddedFolder(config.dataDir), { recursive: true });
      },
      drop: async () => rmSync(kept, { recursive: true }),
    };
  }
  const kept = `kept_${newId()}`;
  await atServer(databaseUrl, `create database ${kept} template ${nameOf(databaseUrl)}`);
  return {
    restoreInto: ({ databaseUrl: url }) => replace(url ?? '', kept),
    drop: () => atServer(databaseUrl, `drop database ${kept}`),
  };
}

/** Replaces the database of a stopped studio by an empty one. */
export async function emptyDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === null) rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
  else await replace(databaseUrl, 'template0');
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function replace(url: string, template: string): Promise<void> {
  await atServer(url, `drop database ${nameOf(url)} with (force)`);
  await atServer(url, `create database ${nameOf(url)} template ${template}`);
}

async function atServer(url: string, statement: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}
