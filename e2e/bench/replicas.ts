import { register, storeProject } from '../fixtures/accounts.ts';
import { provisionRedis, startRedis } from '../stack/redis.ts';
import { makeReplica, type Replica } from '../stack/replica.ts';
import { Crowd } from './crowd.ts';
import { followedProject, toldOfLike } from './followed-project.ts';
import { percentile } from './percentile.ts';
import type { Row } from './row.ts';
import { saveAgain } from './saves.ts';
import { unbounded } from './unbounded.ts';

const metricsToken = 'metrics-token-of-the-bench';
const saveRounds = 6;
const warmUps = 4;
const savesOfEach = 20;
const saversOfReplica = 16;
const costGoal = 1.15;
const likes = 60;
const followers = 50;
const addedMsGoal = 3;

/** Two replicas on one PostgreSQL and Redis: what a save costs there, and how much later the other one's sockets hear. */
export async function measureReplicas(databaseUrl: string): Promise<Row[]> {
  const refusal = provisionRedis();
  if (refusal) throw new Error(`There is no Redis to measure with: ${refusal}`);
  const redis = await startRedis();
  const pair = [await makeReplica(), await makeReplica()] as const;
  try {
    const variables = {
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      JWT_SECRET: 'one secret for both replicas of the bench',
      METRICS_TOKEN: metricsToken,
      ...unbounded,
    };
    // At once, before anything else takes their ports.
    await Promise.all(pair.map((replica) => replica.start(variables)));
    return [await costOfSaves(pair), await delayOfLikes(pair)];
  } finally {
    for (const replica of pair) await replica.dispose();
    await redis.stop();
  }
}

/**
 * CPU seconds of one replica at its work, and of two that each have as much. With the same work shared out, each has
 * fewer saves at a time, and so fewer in one turn of its loop; that is to be known, too.
 */
async function costOfSaves(pair: readonly [Replica, Replica]): Promise<Row> {
  const [first, second] = pair;
  const owner = await register(first, 'saver');
  const projects = await Promise.all(
    Array.from({ length: 2 * saversOfReplica }, () => storeProject(first, owner, { title: 'Saved often' })),
  );
  const both = projects.map(({ id }) => saveAgain(owner, id));
  const half = both.slice(0, saversOfReplica);
  const msOfEach = async (saves: typeof both, at: readonly Replica[]) =>
    ((await cpuSeconds(at, () => saveAll(saves, at))) / (saves.length * savesOfEach)) * 1_000;
  const cost = { one: [] as number[], two: [] as number[], shared: [] as number[] };
  // The first rounds warm both up: code is compiled after hundreds of calls.
  for (let round = -warmUps; round < saveRounds; round += 1) {
    // Both in turn, so that both are as warm.
    const alone = round % 2 === 0 ? [first] : [second];
    const [one, two, shared] = [
      await msOfEach(half, alone),
      await msOfEach(both, pair),
      await msOfEach(half, pair),
    ];
    if (round < 0) continue;
    cost.one.push(one);
    cost.two.push(two);
    cost.shared.push(shared);
  }
  const median = (each: number[]) => percentile(each, 0.5);
  const [one, two, shared] = [median(cost.one), median(cost.two), median(cost.shared)];
  return {
    what: 'CPU of a save of 20 kB on PostgreSQL and Redis, ms (two replicas, each with 16 savers; one; two that share out 16)',
    measured: `**${(two / one).toFixed(2)}** (${two.toFixed(2)}; ${one.toFixed(2)}; ${shared.toFixed(2)})`,
    goal: `≤ ${costGoal}`,
    met: two / one <= costGoal,
  };
}

/** Each of them again and again, in turn at these replicas. */
async function saveAll(saves: ReturnType<typeof saveAgain>[], at: readonly Replica[]): Promise<void> {
  await Promise.all(
    saves.map(async (save, saver) => {
      for (let done = 0; done < savesOfEach; done += 1) await save(at[(saver + done) % at.length]?.url ?? '');
    }),
  );
}

/** What these processes use of a processor meanwhile. */
async function cpuSeconds(replicas: readonly Replica[], work: () => Promise<void>): Promise<number> {
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
    const at = await crowd.told(toldOfLike, project.like);
    // The first rounds warm both up.
    if (round >= 0)
      later.push(percentile(at.slice(followers), 0.5) - percentile(at.slice(0, followers), 0.5));
  }
  crowd.stop();
  const added = percentile(later, 0.5);
  return {
    what: `One like → told by the other replica too, ms later than by the same, p50 / p95 of ${likes}`,
    measured: `${added.toFixed(1)} / ${percentile(later, 0.95).toFixed(1)}`,
    goal: `p50 ≤ ${addedMsGoal}`,
    met: added <= addedMsGoal,
  };
}
