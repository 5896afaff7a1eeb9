import { register, storeProject } from '../../fixtures/accounts.ts';
import { startBareServer } from '../bare-servers/start.ts';
import { type Row, ratioRow, type Samples } from '../row.ts';
import { requestsPerSecond } from './http-load.ts';
import type { StudioWithReferences } from './studio-with-references.ts';

const rounds = 5;
const seconds = 1;
/** So many that no page is read twice within a second. */
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

/** Reads a different page each time, so that it comes from the database. The reference reads the same pages. */
async function listFromDatabase(studio: StudioWithReferences, list: string): Promise<Row> {
  let page = 0;
  const nextPage = () => {
    page = (page % pages) + 1;
    return `${list}&page=${page}`;
  };
  await studio.record(Array.from({ length: pages }, () => () => fetch(nextPage())));
  const { own, reference, bare } = await rates(studio, nextPage, 'statements');
  return ratioRow(
    `\`GET /projects/public\`, pages 1 to ${pages} of 20 from PostgreSQL, requests per second, against an empty route that sends the same statements for the same pages`,
    [own, reference, bare],
    { atLeast: 0.7 },
    { reference: `the statements of page ${pages + 1} again and again`, measured: '1.85' },
  );
}

/** Compares with the same bytes from a nearly empty route of the same application, and from bare `node:http`. */
async function unchanged(studio: StudioWithReferences, what: string, url: string): Promise<Row[]> {
  await studio.reference('hold', { text: await (await fetch(url)).text() });
  const { own, reference, bare } = await rates(studio, () => url, 'held');
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

/** Requests per second of the studio's route, of the reference route, and of bare `node:http` with as many bytes. */
async function rates(studio: StudioWithReferences, next: () => string, part: 'statements' | 'held') {
  const { length } = Buffer.from(await (await fetch(next())).arrayBuffer());
  const bareServer = await startBareServer('bytes-server', String(length));
  const found = { own: [] as number[], reference: [] as number[], bare: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const own = await requestsPerSecond(next, seconds);
    const reference = await requestsPerSecond(() => studio.referenceUrl(part), seconds);
    const bare = await requestsPerSecond(() => bareServer.url, seconds);
    // Round -1 is warm-up.
    if (round < 0) continue;
    found.own.push(own);
    found.reference.push(reference);
    found.bare.push(bare);
  }
  bareServer.stop();
  const rate = (of: string, samples: number[]): Samples => ({ of, samples, unit: '/s' });
  return {
    own: rate('studio', found.own),
    reference: rate('empty route', found.reference),
    bare: rate('bare `node:http`', found.bare),
  };
}
