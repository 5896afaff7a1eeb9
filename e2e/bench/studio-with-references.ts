import { fileURLToPath } from 'node:url';
import { type Studio, startStudio } from '../stack/studio.ts';
import { unbounded } from './unbounded.ts';

const entry = fileURLToPath(new URL('bare-servers/reference-routes-server.ts', import.meta.url));

/** A studio on PostgreSQL whose process also serves references: routes of the same application that only do a part. */
export interface StudioWithReferences extends Studio {
  /** Notes the statements that the studio sends meanwhile. @returns their texts. */
  record(call: () => Promise<unknown>): Promise<string[]>;
  /** Has a reference route answer. */
  reference(name: ReferenceRoute, body?: object): Promise<unknown>;
  referenceUrl(name: ReferenceRoute): string;
}

/** See `bare-servers/reference-routes-server.ts`. */
type ReferenceRoute =
  | 'nothing'
  | 'statements'
  | 'transaction'
  | 'plans'
  | 'hold'
  | 'held'
  | 'lastLike'
  | 'heap';

export async function startStudioWithReferences(databaseUrl: string): Promise<StudioWithReferences> {
  const studio = await startStudio(
    { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: 'a password for the bench', ...unbounded },
    entry,
  );
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
    referenceUrl,
    reference,
    async record(call) {
      await reference('record', { on: true });
      await call();
      return (await reference('record', { on: false })) as string[];
    },
  };
}
