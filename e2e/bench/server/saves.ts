import { type Account, register, storeProject } from '../../fixtures/accounts.ts';
import type { Studio } from '../../stack/studio.ts';
import { p50p95, percentile } from '../percentile.ts';
import type { Row } from '../row.ts';
import { timeOfCall } from './http-load.ts';
import type { StudioWithReferences } from './studio-with-references.ts';

const rounds = 150;
const bytes = 20_000;

/** Saves this project at the studio of that address, as it has not been before. @returns how many ms it took. */
export function saveAgain({ token }: Account, id: string) {
  let count = 0;
  return (url: string) => {
    count += 1;
    const html = `<p>${count}</p>`.padEnd(bytes, 'lorem ipsum ');
    const headers = { authorization: `Bearer ${token}`, 'x-save-kind': 'auto' };
    return timeOfCall('PUT', `${url}/api/projects/${id}`, { html }, headers);
  };
}

async function savedProject(studio: Studio) {
  const owner = await register(studio, 'saver');
  const { id } = await storeProject(studio, owner, { title: 'Saved often' });
  const save = saveAgain(owner, id);
  return () => save(studio.url);
}

/** A save of 20 kB on PostgreSQL, against its statements alone and an empty call of the same application. */
export async function measureSaves(studio: StudioWithReferences): Promise<Row> {
  const save = await savedProject(studio);
  for (let round = 0; round < rounds / 3; round += 1) await save();
  await studio.record(save);
  const times = { save: [] as number[], transaction: [] as number[], nothing: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.save.push(await save());
    const { took } = (await studio.reference('transaction')) as { took: number };
    times.transaction.push(took);
    times.nothing.push(await timeOfCall('POST', studio.referenceUrl('nothing'), {}));
  }
  const own = percentile(times.save, 0.5);
  const allowed = percentile(times.transaction, 0.5) + 2 * percentile(times.nothing, 0.5);
  return {
    what: 'A save of 20 kB on PostgreSQL, p50 / p95 in ms (its statements in one transaction; an empty POST)',
    measured: `${p50p95(times.save, 1)} (${p50p95(times.transaction, 1)}; ${p50p95(times.nothing, 1)})`,
    goal: `p50 ≤ the transaction + 2 × the empty POST = ${allowed.toFixed(1)}`,
    met: own <= allowed,
  };
}

/** The same on the embedded database, to be known. */
export async function measureEmbeddedSaves(studio: Studio): Promise<Row> {
  const save = await savedProject(studio);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await save());
  return {
    what: 'A save of 20 kB on the embedded database, p50 / p95 in ms',
    measured: p50p95(times, 1),
    goal: 'said',
    met: true,
  };
}
