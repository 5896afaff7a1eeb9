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

/** Two replicas on one PostgreSQL and Redis: what a save costs there, and how much later the other one's sockets hear. */
export async function measureReplicas(databaseUrl: string): Promise<Row[]> {
  const refusal = provisionOwnRedis();
  if (refusal) throw new Error(`There is no Redis to measure with: ${refusal}`);
  const [redis, otherRedis] = [await startOwnRedis(), await startOwnRedis()];
  const pair = [await makeReplica(), await makeReplica()] as const;
  const stranger = await makeReplica();
  // They share what production shares: the storage, too.
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
    // At once, before anything else takes their ports.
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

/** So many projects of one person, each to be saved again and again. */
async function saversAt(replica: Replica, count: number) {
  const owner = await register(replica, 'saver');
  const projects = await Promise.all(
    Array.from({ length: count }, () => storeProject(replica, owner, { title: 'Saved often' })),
  );
  return projects.map(({ id }) => saveAgain(owner, id));
}

/**
 * CPU of two replicas, each at as much work as the one that has the machine for itself. Two more are to be known. One
 * beside a stranger with a Redis of its own shows how much of it is not for sharing: each processor that is busy makes the
 * others slower. And in the same work shared out, each replica has fewer saves at a time, and so fewer in one turn of its
 * loop.
 */
async function costOfSaves(pair: readonly [Replica, Replica], stranger: Replica): Promise<Row> {
  const [first, second] = pair;
  const both = await saversAt(first, 2 * saversOfReplica);
  const half = both.slice(0, saversOfReplica);
  const strange = await saversAt(stranger, saversOfReplica);
  const cost = { one: [] as number[], two: [] as number[], apart: [] as number[], shared: [] as number[] };
  // The first rounds warm all up: code is compiled after hundreds of calls.
  for (let round = -warmUps; round < saveRounds; round += 1) {
    // Both in turn, so that both are as warm.
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

/** CPU of these replicas for each save, in ms, while these savers are all at work. */
async function msOfSave(work: [Savers, readonly Replica[]][]): Promise<number> {
  const replicas = work.flatMap(([, at]) => at);
  const saves = work.flatMap(([savers]) => savers).length * savesOfEach;
  const used = await cpuSeconds(replicas, () => Promise.all(work.map(([savers, at]) => saveAll(savers, at))));
  return (used / saves) * 1_000;
}

/** Each of them again and again, in turn at these replicas. */
async function saveAll(saves: Savers, at: readonly Replica[]): Promise<void> {
  await Promise.all(
    saves.map(async (save, saver) => {
      for (let done = 0; done < savesOfEach; done += 1) await save(at[(saver + done) % at.length]?.url ?? '');
    }),
  );
}

/** What these processes use of a processor meanwhile. */
async function cpuSeconds(replicas: readonly Replica[], work: () => Promise<unknown>): Promise<number> {
  const used = async () => (await Promise.all(replicas.map(cpuOf))).reduce((sum, one) => sum + one, 0);
  const before = await used();
  await work();
  return (await used()) - before;
}

async function cpuOf({ url }: Replica): Promise<number> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(await answer.text())?.[1]);
}

/** How much later sockets of the other replica hear of a like, by the median of each; the like is made at the first. */
async function delayOfLikes([first, second]: readonly [Replica, Replica]): Promise<Row> {
  const project = await followedProject(first.url);
  const crowd = new Crowd();
  for (const { url } of [first, second]) await crowd.open(followers, { url, ...project.door });
  const later: number[] = [];
  for (let round = -likes / 4; round < likes; round += 1) {
    const at = await crowd.told(likeEvent, project.like);
    // The first rounds warm both up.
    if (round >= 0) later.push(median(at.slice(followers)) - median(at.slice(0, followers)));
  }
  crowd.stop();
  return medianRow(
    'One like → told by the other replica too: how much later than by the same',
    { of: 'later', samples: later, digits: 1 },
    { atMost: addedMsGoal },
  );
}
