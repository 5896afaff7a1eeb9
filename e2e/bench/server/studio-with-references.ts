import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pairStorage } from '../../stack/pair-storage.ts';
import { type Studio, startStudio } from '../../stack/studio.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';

const entry = fileURLToPath(new URL('../bare-servers/reference-routes-server.ts', import.meta.url));

/** A studio on PostgreSQL whose process also serves references: routes of the same application that only do a part. */
export interface StudioWithReferences extends Studio {
  /** Keeps the statements that the studio sends for each of these calls, one after the other. */
  record(calls: readonly (() => Promise<unknown>)[]): Promise<void>;
  /** Has a reference route answer. */
  reference(name: ReferenceRoute, body?: object): Promise<unknown>;
  referenceUrl(name: ReferenceRoute): string;
}

/** See `bare-servers/reference-routes-server.ts`. */
type ReferenceRoute =
  | 'nothing'
  | 'forget'
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
    // It is loaded from its sources, decorators included.
    NODE_OPTIONS: `--import ${import.meta.resolve('../../run/jest/typescript-modules.ts')}`,
    ...withoutRateLimits,
  };
  // Each of them has a storage of its own, beside the same database.
  pairStorage(variables);
  const studio = await startStudio(variables, entry);
  const referenceUrl = (name: string) => `${studio.url}/api/reference/${name}`;
  const reference = async (name: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(referenceUrl(name), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return answer.json();
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
