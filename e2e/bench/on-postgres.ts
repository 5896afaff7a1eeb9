import { provisionPostgres, startPostgres } from '../stack/postgres.ts';
import { startStudio } from '../stack/studio.ts';
import { measureHotReads } from './hot-reads.ts';
import type { Row } from './row.ts';
import { measureEmbeddedSaves, measureSaves } from './saves.ts';
import { seedProjects } from './seeded-projects.ts';
import { startStudioWithReferences } from './studio-with-references.ts';

const projects = 10_000;

/** Saves and reads of a studio on PostgreSQL that waits for its disk, and saves on the embedded database. */
export async function measureOnPostgres(): Promise<Row[]> {
  const refusal = provisionPostgres();
  if (refusal) throw new Error(`There is no PostgreSQL to measure with: ${refusal}`);
  const database = await startPostgres({ durable: true });
  const studio = await startStudioWithReferences(database.url);
  const embedded = await startStudio();
  try {
    seedProjects(database, 1, projects);
    const saves = [await measureSaves(studio), await measureEmbeddedSaves(embedded)];
    return [...saves, ...(await measureHotReads(studio))];
  } finally {
    await embedded.dispose();
    await studio.dispose();
    database.stop();
  }
}
