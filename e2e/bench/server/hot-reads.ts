import { register, storeProject } from '../../fixtures/accounts.ts';
import { startBareServer } from '../bare-servers/start.ts';
import { percentile } from '../percentile.ts';
import type { Row } from '../row.ts';
import { requestsPerSecond } from './http-load.ts';
import type { StudioWithReferences } from './studio-with-references.ts';

const rounds = 5;
const seconds = 1;
/** More pages than a second's requests come back to. */
const pages = 400;

/** Reads of what is public, by people without an account: from the database, and unchanged since the last one. */
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
    await unchanged(studio, 'list of 20 projects', list),
    await unchanged(studio, 'project of 20 kB', `${studio.url}/api/projects/${id}`),
    await unchanged(studio, 'embed page', `${studio.url}/embed/${id}`),
  ];
}

/** Another page each time, so that it is read from the database. */
async function listFromDatabase(studio: StudioWithReferences, list: string): Promise<Row> {
  let page = 0;
  const nextPage = () => {
    page = (page % pages) + 1;
    return `${list}&page=${page}`;
  };
  await studio.record(() => fetch(`${list}&page=${pages + 1}`));
  const { own, reference, bare } = await rates(studio, nextPage, 'statements');
  return row(
    '`GET /projects/public`, 20 of them from PostgreSQL',
    'the same statements',
    own,
    reference,
    bare,
    0.7,
  );
}

async function unchanged(studio: StudioWithReferences, what: string, url: string): Promise<Row> {
  await studio.reference('hold', { text: await (await fetch(url)).text() });
  const { own, reference, bare } = await rates(studio, () => url, 'held');
  return row(`A ${what}, unchanged`, 'the same bytes', own, reference, bare, 0.9);
}

/** Medians of requests per second: the studio's route, the one that does a part, and bare `node:http` with as many bytes. */
async function rates(studio: StudioWithReferences, next: () => string, part: 'statements' | 'held') {
  const { length } = await (await fetch(next())).text();
  const bareServer = await startBareServer('bytes-server', String(length));
  const found = { own: [] as number[], reference: [] as number[], bare: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const own = await requestsPerSecond(next, seconds);
    const reference = await requestsPerSecond(() => studio.referenceUrl(part), seconds);
    const bare = await requestsPerSecond(() => bareServer.url, seconds);
    // The first round warms all up.
    if (round < 0) continue;
    found.own.push(own);
    found.reference.push(reference);
    found.bare.push(bare);
  }
  bareServer.stop();
  return {
    own: percentile(found.own, 0.5),
    reference: percentile(found.reference, 0.5),
    bare: percentile(found.bare, 0.5),
  };
}

function row(what: string, of: string, own: number, reference: number, bare: number, goal: number): Row {
  return {
    what: `${what}, requests per second (studio; an empty route of it with ${of}; bare node:http)`,
    measured: `**${(own / reference).toFixed(2)}** (${own.toFixed(0)}; ${reference.toFixed(0)}; ${bare.toFixed(0)})`,
    goal: `≥ ${goal}`,
    met: own / reference >= goal,
  };
}
