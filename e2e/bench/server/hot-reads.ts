import { setTimeout as wait } from 'node:timers/promises';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { startBareServer } from '../bare-servers/start.ts';
import { type Row, ratioRow, type Samples } from '../row.ts';
import { requestsPerSecond } from './http-load.ts';
import type { StudioWithReferences } from './studio-with-references.ts';

const rounds = 5;
/** In ms: how long the studio keeps a public response (ADR 15). */
const keptMs = 1_000;
/** How long a round takes: not less than a response is kept. */
const seconds = 1;
const pages = 400;

/** Reads of public projects without an account: from the database, and of unchanged data. */
export async function measureHotReads(studio: StudioWithReferences): Promise<Row[]> {
  const owner = await register(studio, 'author');
  const html = '<p>Read again and again</p>'.padEnd(20_000, ' lorem ipsum');
  const { id } = await storeProject(studio, owner, {
    title: 'Hot',
    html,
    isPublic: true,
    isEmbeddable: true,
  });
  const list = `${studio.url}/api/projects/public?limit=20`;
  return [
    await listFromDatabase(studio, list),
    ...(await unchanged(studio, 'A list of 20 projects', list)),
    ...(await unchanged(studio, 'A project of 20 kB', `${studio.url}/api/projects/${id}`)),
    ...(await unchanged(studio, 'An embed page', `${studio.url}/embed/${id}`)),
  ];
}

/**
 * Reads each page once in a round, so that it comes from the database: the rounds of the references in between take longer
 * than a response is kept. The reference reads the same pages.
 */
async function listFromDatabase(studio: StudioWithReferences, list: string): Promise<Row> {
  const addresses = Array.from({ length: pages }, (_, page) => `${list}&page=${page + 1}`);
  const needed = await statementsDuring(studio, () =>
    studio.record(addresses.map((url) => () => fetch(url))),
  );
  const ownRate = async () => {
    const left = [...addresses];
    let rate = 0;
    const sent = await statementsDuring(studio, async () => {
      rate = await requestsPerSecond(() => left.shift());
    });
    // A few statements are of the studio's own jobs.
    if (sent < 0.95 * needed)
      throw new Error(`${pages} pages took ${sent} statements instead of ${needed}: some were in memory`);
    return rate;
  };
  // Until nothing of what was just read is kept.
  await wait(keptMs);
  const { own, reference, bare } = await rates(studio, `${list}&page=1`, ownRate, 'statements');
  return ratioRow(
    `\`GET /projects/public\`, pages 1 to ${pages} of 20 from PostgreSQL, requests per second, against an empty route that sends the same statements for the same pages`,
    [own, reference, bare],
    { atLeast: 0.7 },
    {
      reference: `the statements of page ${pages + 1} again and again; later those of the pages, some of which the studio had read within the last second and kept`,
      measured: '1.85; later 0.64',
    },
  );
}

/** How many SQL statements the studio sends meanwhile. */
async function statementsDuring(studio: StudioWithReferences, work: () => Promise<void>): Promise<number> {
  const count = async () => ((await studio.reference('sent')) as { count: number }).count;
  const before = await count();
  await work();
  return (await count()) - before;
}

/** Compares with the same bytes from a nearly empty route of the same application, and from bare `node:http`. */
async function unchanged(studio: StudioWithReferences, what: string, url: string): Promise<Row[]> {
  await studio.reference('hold', { text: await (await fetch(url)).text() });
  const { own, reference, bare } = await rates(
    studio,
    url,
    () => requestsPerSecond(() => url, seconds),
    'held',
  );
  return [
    ratioRow(
      `${what}, unchanged, requests per second, against an empty route with the same bytes`,
      [own, reference],
      { atLeast: 0.9 },
    ),
    ratioRow(
      `${what}, unchanged, requests per second, against bare \`node:http\` with as many bytes`,
      [own, bare],
      { atLeast: 0.5 },
    ),
  ];
}

/** Requests per second of the studio's route at `url`, of the reference route, and of bare `node:http` with as many bytes. */
async function rates(
  studio: StudioWithReferences,
  url: string,
  ownRate: () => Promise<number>,
  part: 'statements' | 'held',
) {
  const { length } = Buffer.from(await (await fetch(url)).arrayBuffer());
  const bareServer = await startBareServer('bytes-server', String(length));
  const found = { own: [] as number[], reference: [] as number[], bare: [] as number[] };
  try {
    for (let round = -1; round < rounds; round += 1) {
      const own = await ownRate();
      const reference = await requestsPerSecond(() => studio.referenceUrl(part), seconds);
      const bare = await requestsPerSecond(() => bareServer.url, seconds);
      // Round -1 is warm-up.
      if (round < 0) continue;
      found.own.push(own);
      found.reference.push(reference);
      found.bare.push(bare);
    }
  } finally {
    bareServer.stop();
  }
  const rate = (of: string, samples: number[]): Samples => ({ of, samples, unit: '/s' });
  return {
    own: rate('studio', found.own),
    reference: rate('empty route', found.reference),
    bare: rate('bare `node:http`', found.bare),
  };
}
