import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from '../../stack/postgres.ts';
import { startStudio } from '../../stack/studio.ts';
import type { Row } from '../row.ts';
import { measureReplicas } from '../sockets/replicas.ts';
import { measureSockets } from '../sockets/sockets.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';
import { measureHotReads } from './hot-reads.ts';
import { measureEmbeddedSaves, measureSaves } from './saves.ts';
import { seedProjects } from './seeded-projects.ts';
import { startStudioWithReferences } from './studio-with-references.ts';

const projects = 10_000;

/** Called with rows as soon as they are measured, because the last of the parts ends late. */
type Recorder = (...rows: Row[]) => void;

/** Saves, reads and sockets of studios on a durable PostgreSQL, and saves on the embedded database. */
export async function measureOnPostgres(record: Recorder): Promise<void> {
  const refusal = provisionOwnPostgres();
  if (refusal) throw new Error(`There is no PostgreSQL to measure with: ${refusal}`);
  const database = await startOwnPostgres({ durable: true });
  try {
    await measureOneStudio(database, record);
    record(...(await measureReplicas(database.url)));
    record(...(await measureSockets(database.url)));
  } finally {
    database.stop();
  }
}

async function measureOneStudio(database: PostgresServer, record: Recorder): Promise<void> {
  const studio = await startStudioWithReferences(database.url);
  const embedded = await startStudio(withoutRateLimits);
  try {
    await seedProjects(database, 1, projects);
    record(await measureSaves(studio), await measureEmbeddedSaves(embedded));
    record(...(await measureHotReads(studio)));
  } finally {
    await embedded.dispose();
    await studio.dispose();
  }
}
