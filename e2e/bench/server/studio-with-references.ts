import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pairStorage } from '../../stack/pair-storage.ts';
import { type Studio, startStudio } from '../../stack/studio.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';

const entry = fileURLToPath(new URL('../bare-servers/reference-routes-server.ts', import.meta.url));

/** A studio on PostgreSQL whose process also serves reference routes, which do only a part of what real routes do. */
export interface StudioWithReferences extends Studio {
  /** Makes these calls one after the other and records the SQL statements that the studio sends for each. */
  record(calls: readonly (() => Promise<unknown>)[]): Promise<void>;
  /** Calls a reference route; returns its response. */
  reference(name: ReferenceRoute, body?: object): Promise<unknown>;
  referenceUrl(name: ReferenceRoute): string;
}

/** See `bare-servers/reference-routes-server.ts`. */
type ReferenceRoute =
  | 'nothing'
  | 'forget'
  | 'sent'
  | 'statements'
  | 'transaction'
  | 'plans'
  | 'hold'
  | 'held'
  | 'lastLike'
  | 'heap';

export async function startStudioWithReferences(databaseUrl: string): Promise<StudioWithReferences> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const variables = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: 'development',
    ADMIN_PASSWORD: 'a password for the bench',
    // The server is loaded from its sources, which use decorators.
    NODE_OPTIONS: `--import ${import.meta.resolve('../../run/jest/typescript-modules.ts')}`,
    ...withoutRateLimits,
  };
  // Each such studio has its own storage, next to the same database.
  pairStorage(variables);
  const studio = await startStudio(variables, entry);
  const referenceUrl = (name: string) => `${studio.url}/api/reference/${name}`;
  const reference = async (name: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(referenceUrl(name), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    ...studio,
    async dispose() {
      await studio.dispose();
      rmSync(dataDir, { recursive: true, force: true });
    },
    referenceUrl,
    reference,
    async record(calls) {
      await reference('forget');
      for (const call of calls) {
        await reference('record', { on: true });
        await call();
        await reference('record', { on: false });
      }
    },
  };
}
