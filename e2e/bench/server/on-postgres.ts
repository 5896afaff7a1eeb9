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

/** Saves, reads and sockets of studios on PostgreSQL that waits for its disk, and saves on the embedded database. */
export async function measureOnPostgres(): Promise<Row[]> {
  const refusal = provisionOwnPostgres();
  if (refusal) throw new Error(`There is no PostgreSQL to measure with: ${refusal}`);
  const database = await startOwnPostgres({ durable: true });
  try {
    const rows = await measureOneStudio(database);
    rows.push(...(await measureReplicas(database.url)));
    rows.push(...(await measureSockets(database.url)));
    return rows;
  } finally {
    database.stop();
  }
}

async function measureOneStudio(database: PostgresServer): Promise<Row[]> {
  const studio = await startStudioWithReferences(database.url);
  const embedded = await startStudio(withoutRateLimits);
  try {
    await seedProjects(database, 1, projects);
    const saves = [await measureSaves(studio), await measureEmbeddedSaves(embedded)];
    return [...saves, ...(await measureHotReads(studio))];
  } finally {
    await embedded.dispose();
    await studio.dispose();
  }
}
