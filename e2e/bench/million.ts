import { createHash } from 'node:crypto';
import { projectRoutes } from '@studio/contract/http/projects';
import { type Account, register, storeProject } from '../fixtures/accounts.ts';
import { callApi } from '../stack/api.ts';
import { provisionOwnPostgres, startOwnPostgres } from '../stack/postgres.ts';
import { median } from './percentile.ts';
import { type Row, ratioRow, readingRow } from './row.ts';
import { seededId, seedProjects } from './server/seeded-projects.ts';
import { type StudioWithReferences, startStudioWithReferences } from './server/studio-with-references.ts';
import { combineRuns, toTable } from './table.ts';

/** A million, or the number on the command line. */
const many = Number(process.argv[2] ?? 1_000_000);
const few = many / 100;
const rounds = 200;
const goal = 1.5;

/** A frequent read. `round` varies what is read, so that it comes from the database and not from a cache. */
interface HotRead {
  what: string;
  read(round: number): Promise<unknown>;
}

/** Checks that the most frequent reads take about as long among a million projects as among 10,000, and use an index. */
const refusal = provisionOwnPostgres();
if (refusal) throw new Error(`There is no PostgreSQL to measure with: ${refusal}`);
const database = await startOwnPostgres({ durable: true });
const studio = await startStudioWithReferences(database.url);
try {
  const reader = await register(studio, 'reader');
  for (let made = 0; made < 30; made += 1) await storeProject(studio, reader, { title: `Own ${made}` });
  const reads = hotReads(studio, reader, await register(studio, 'writer'));
  console.log(`${few} projects …`);
  await seedProjects(database, 1, few);
  const reference = await timesOf(reads);
  console.log(`${many} projects …`);
  await seedProjects(database, few + 1, many, (made) => console.log(`  ${made} are there`));
  const grown = await timesOf(reads);
  const rows: Row[] = [];
  for (const { what, read } of reads) {
    rows.push(
      ratioRow(
        `${what}, of ${many} projects, against ${few}`,
        [
          { of: String(many), samples: grown.get(what) ?? [], digits: 1 },
          { of: String(few), samples: reference.get(what) ?? [], digits: 1 },
        ],
        { atMost: goal },
      ),
      await plansRow(what, read),
    );
  }
  const table = combineRuns([rows]);
  console.log(toTable(table));
  process.exitCode = table.every((row) => row.isMet) ? 0 : 1;
} finally {
  await studio.dispose();
  database.stop();
}

function hotReads(on: StudioWithReferences, reader: Account, writer: Account): HotRead[] {
  // Signed in, because responses to signed-in users are not cached.
  const get = async (path: string) => {
    const response = await fetch(`${on.url}${path}`, {
      headers: { Authorization: `Bearer ${reader.token}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  const list = (round: number, sort: string) =>
    get(`/api/projects/public?page=${1 + (round % 50)}&sortBy=${sort}`);
  // Skips the private projects, whose numbers end in 0.
  const numberOf = (round: number) =>
    1 + ((round * 7_919) % (few - 10)) - (((round * 7_919) % (few - 10)) % 10);
  /** Every third project is embeddable. */
  const embeddableNumber = (round: number) => 3 + 3 * ((round * 7_919) % Math.floor(few / 3 - 1));
  const hashOf = (number: number) => createHash('md5').update(String(number)).digest('hex');
  const tokenOf = { token: reader.token };
  return [
    ...['recent', 'popular', 'views', 'forks'].map((sort) => ({
      what: `The public list by ${sort}`,
      read: (round: number) => list(round, sort),
    })),
    { what: 'One project', read: (round) => get(`/api/projects/${seededId(numberOf(round))}`) },
    // Fifty tags: seven are on a seventh of all projects, the others on a fiftieth, which is nine pages of 10,000.
    ...['recent', 'popular', 'views', 'forks'].map((sort) => ({
      what: `The public list of a tag by ${sort}`,
      read: (round: number) => list(round % 9, `${sort}&tags=tag${round % 50}`),
    })),
    {
      what: 'The public list by a search',
      // A title contains the hash of its number, whose beginning no other title has.
      read: (round) => get(`/api/projects/public?search=${hashOf(numberOf(round)).slice(0, 12)}`),
    },
    { what: 'An embed', read: (round) => get(`/embed/${seededId(embeddableNumber(round))}`) },
    { what: 'One’s own projects', read: () => callApi(on.url, projectRoutes.listProjects, tokenOf) },
    {
      what: 'A new project',
      read: (round) => storeProject(on, writer, { title: `Stored ${round}` }),
    },
  ];
}

async function timesOf(reads: HotRead[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const { what, read } of reads) {
    const taken: number[] = [];
    for (let round = -rounds / 4; round < rounds; round += 1) {
      const startedAt = performance.now();
      await read(Math.abs(round));
      // Negative rounds are warm-up.
      if (round >= 0) taken.push(performance.now() - startedAt);
    }
    console.log(`  ${what}: ${median(taken).toFixed(1)} ms`);
    times.set(what, taken);
  }
  return times;
}

/** How many statements of a read scan a whole table of projects instead of using an index. */
async function plansRow(what: string, read: HotRead['read']): Promise<Row> {
  await studio.record([() => read(rounds + 1)]);
  const plans = (await studio.reference('plans')) as string[];
  const scans = plans.filter((plan) => /Seq Scan on project(s|_texts|_tags)\b/.test(plan));
  return readingRow(
    `${what}: statements that look at every project`,
    { statistic: `count of ${plans.length}`, value: scans.length, unit: '' },
    { atMost: 0 },
  );
}
