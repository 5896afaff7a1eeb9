import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { pairStorage } from '../../stack/pair-storage.ts';
import { provisionOwnRedis, startOwnRedis } from '../../stack/redis.ts';
import { makeReplica, type Replica } from '../../stack/replica.ts';
import { median } from '../percentile.ts';
import { medianRow, type Row, ratioRow } from '../row.ts';
import { saveAgain } from '../server/saves.ts';
import { withoutRateLimits } from '../without-rate-limits.ts';
import { Crowd } from './crowd.ts';
import { followedProject, likeEvent } from './followed-project.ts';

const metricsToken = 'metrics-token-of-the-bench';
const saveRounds = 10;
const warmUps = 6;
const savesOfEach = 40;
const saversOfReplica = 16;
const costGoal = 1.15;
const likes = 60;
const followers = 50;
const addedMsGoal = 3;

/** Two replicas on one PostgreSQL and Redis: the cost of a save, and the delay of events on the other replica. */
export async function measureReplicas(databaseUrl: string): Promise<Row[]> {
  const refusal = provisionOwnRedis();
  if (refusal) throw new Error(`There is no Redis to measure with: ${refusal}`);
  const [redis, otherRedis] = [await startOwnRedis(), await startOwnRedis()];
  const pair = [await makeReplica(), await makeReplica()] as const;
  const stranger = await makeReplica();
  // Replicas share the storage, as in production.
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  try {
    const variables = {
      DATA_DIR: dataDir,
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      JWT_SECRET: 'one secret for both replicas of the bench',
      METRICS_TOKEN: metricsToken,
      ...withoutRateLimits,
    };
    pairStorage(variables);
    // Start all at once, before another process takes their ports.
    await Promise.all([
      ...pair.map((replica) => replica.start(variables)),
      stranger.start({ ...variables, REDIS_URL: otherRedis.url }),
    ]);
    return [await costOfSaves(pair, stranger), await delayOfLikes(pair)];
  } finally {
    for (const replica of [...pair, stranger]) await replica.dispose();
    for (const each of [redis, otherRedis]) await each.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Stores projects of one person; returns a function for each that saves it. */
async function saversAt(replica: Replica, count: number) {
  const owner = await register(replica, 'saver');
  const projects = await Promise.all(
    Array.from({ length: count }, () => storeProject(replica, owner, { title: 'Saved often' })),
  );
  return projects.map(({ id }) => saveAgain(owner, id));
}

/**
 * CPU per save of two replicas, each with as much work as a single one that has the machine to itself. Two more figures
 * help to interpret it. `apart`: a replica beside an unrelated one on another Redis, because busy processors slow each
 * other down even if nothing is shared. `shared`: two replicas share the work of one, so that each handles fewer saves
 * per turn of its event loop.
 */
async function costOfSaves(pair: readonly [Replica, Replica], stranger: Replica): Promise<Row> {
  const [first, second] = pair;
  const both = await saversAt(first, 2 * saversOfReplica);
  const half = both.slice(0, saversOfReplica);
  const strange = await saversAt(stranger, saversOfReplica);
  const cost = { one: [] as number[], two: [] as number[], apart: [] as number[], shared: [] as number[] };
  // Negative rounds are warm-up: V8 compiles code after hundreds of calls.
  for (let round = -warmUps; round < saveRounds; round += 1) {
    // The two replicas take turns, so that both are equally warm.
    const alone = round % 2 === 0 ? first : second;
    const of = {
      one: await msOfSave([[half, [alone]]]),
      two: await msOfSave([[both, pair]]),
      apart: await msOfSave([
        [half, [alone]],
        [strange, [stranger]],
      ]),
      shared: await msOfSave([[half, pair]]),
    };
    if (round < 0) continue;
    for (const way of Object.keys(cost) as (keyof typeof cost)[]) cost[way].push(of[way]);
  }
  const costs = (of: string, way: keyof typeof cost) => ({ of, samples: cost[way], digits: 2 });
  return ratioRow(
    `CPU of a save of 20 kB on PostgreSQL and Redis: two replicas, each with ${saversOfReplica} savers, against one that has the machine for itself`,
    [
      costs('two', 'two'),
      costs('one', 'one'),
      costs('one beside a stranger at as much work', 'apart'),
      costs(`two that share out ${saversOfReplica} savers`, 'shared'),
    ],
    { atMost: costGoal },
    {
      reference: 'one beside a stranger at as much work',
      measured:
        '0.95 and 0.92; against one that has the machine for itself, the same runs make 1.14 and 1.18',
    },
  );
}

type Savers = Awaited<ReturnType<typeof saversAt>>;

/** CPU per save in ms. Each item of `work` pairs savers with the replicas that they use. */
async function msOfSave(work: [Savers, readonly Replica[]][]): Promise<number> {
  const replicas = work.flatMap(([, at]) => at);
  const saves = work.flatMap(([savers]) => savers).length * savesOfEach;
  const used = await cpuSeconds(replicas, () => Promise.all(work.map(([savers, at]) => saveAll(savers, at))));
  return (used / saves) * 1_000;
}

/** Calls each saver `savesOfEach` times, each time at the next of these replicas. */
async function saveAll(saves: Savers, at: readonly Replica[]): Promise<void> {
  await Promise.all(
    saves.map(async (save, saver) => {
      for (let done = 0; done < savesOfEach; done += 1) await save(at[(saver + done) % at.length]?.url ?? '');
    }),
  );
}

/** The processor time that these replicas use during `work`, in seconds. */
async function cpuSeconds(replicas: readonly Replica[], work: () => Promise<unknown>): Promise<number> {
  const used = async () => (await Promise.all(replicas.map(cpuOf))).reduce((sum, one) => sum + one, 0);
  const before = await used();
  await work();
  return (await used()) - before;
}

async function cpuOf({ url }: Replica): Promise<number> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { Authorization: `Bearer ${metricsToken}` },
  });
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(await response.text())?.[1]);
}

/** A like is made at the first replica: how much later the second one's sockets receive it, by the median of each. */
async function delayOfLikes([first, second]: readonly [Replica, Replica]): Promise<Row> {
  const project = await followedProject(first.url);
  const crowd = new Crowd();
  for (const { url } of [first, second]) await crowd.open(followers, { url, ...project.door });
  const later: number[] = [];
  for (let round = -likes / 4; round < likes; round += 1) {
    const at = await crowd.arrivalTimes(likeEvent, project.like);
    // Negative rounds are warm-up.
    if (round >= 0) later.push(median(at.slice(followers)) - median(at.slice(0, followers)));
  }
  crowd.stop();
  return medianRow(
    'One like → told by the other replica too: how much later than by the same',
    { of: 'later', samples: later, digits: 1 },
    { atMost: addedMsGoal },
  );
}
