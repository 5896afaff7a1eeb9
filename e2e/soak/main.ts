import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { startBareServer } from '../bench/bare-servers/start.ts';
import { build } from '../run/checks.ts';
import { provisionStack, startStack } from '../stack/stack.ts';
import type { AttackersData } from './attackers.ts';
import { check } from './check.ts';
import { Phase } from './phase.ts';
import { makeTrouble } from './troubles.ts';
import { Visitor } from './visitor.ts';
import { watchResponses } from './waits.ts';

/**
 * `npm run soak -- MINUTES`: many users on two replicas. After a sixth of the time hostile accounts join them, and in
 * the second half servers fail as well, one after another. Then everything that was acknowledged is checked.
 */
const minutes = Number(process.argv[2] ?? 10);
const people = 20;
const hostileAccounts = 3;

if (!(minutes > 0)) throw new Error('npm run soak -- MINUTES takes a number.');
const refusal = provisionStack();
if (refusal) throw new Error(`The stack cannot run here: ${refusal}`);
if ((await build()).failed > 0) throw new Error('The build failed.');

const stack = await startStack({ replicas: 2 });
try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  await stack.stop();
}

/** @returns whether nothing acknowledged is lost and no user was refused because of others. */
async function soak(): Promise<boolean> {
  const visitors: Visitor[] = [];
  while (visitors.length < people)
    visitors.push(await Visitor.start(stack.url, `visitor-${visitors.length}`));
  const projectIds = visitors.map(({ writer }) => writer.projectId);

  const startedAt = performance.now();
  const log = (what: string) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log(`${seconds.padStart(4)} s  ${what}`);
  };
  const enough = AbortSignal.timeout(minutes * 60_000);
  const alone = new Phase('Good people alone');
  const attacked = new Phase('Hostile accounts among them');
  const broken = new Phase('Servers that fail as well');
  let phase = alone;
  const recoveries: number[] = [];
  let overSince: number | null = null;
  const lives = visitors.map((visitor) =>
    visitor.live(projectIds, enough, (status, ms) => {
      phase.saved(status, ms);
      if (status !== 200 || overSince === null) return;
      recoveries.push(performance.now() - overSince);
      overSince = null;
    }),
  );
  const healthUrls = stack.replicas.map(({ url }) => `${url}/api/health/live`);
  const health = watchResponses(healthUrls, enough, (ms) => phase.health.add(ms));
  const bareServer = await startBareServer('bytes-server', '100');
  const bare = watchResponses([bareServer.url], enough, (ms) => phase.bare.add(ms));

  await pause(minutes * 10_000);
  const attack = startAttack();
  phase = attacked;
  log(`${hostileAccounts} hostile accounts begin`);
  await pause(minutes * 20_000);
  phase = broken;
  const troubles = makeTrouble(stack, enough, (what) => {
    log(what);
    overSince = what === 'over' ? performance.now() : null;
  });
  await Promise.all([...lives, health, bare, troubles]);
  bareServer.stop();
  const responsesToAttackers = await attack.stop();
  await stack.untilAllAreUsed();

  const findings = [...alone.findings(), ...attacked.findings(), ...(await check(stack, visitors))];
  const uploads = visitors.reduce((sum, visitor) => sum + visitor.uploads.size, 0);
  const slowest = Math.max(0, ...recoveries) / 1_000;
  for (const one of [alone, attacked, broken]) console.log(`\n${one.summary()}`);
  console.log(`
After ${minutes} minutes with ${recoveries.length} troubles:
  answers to hostile accounts   ${JSON.stringify(responsesToAttackers)}
  uploads acknowledged          ${uploads}
  first save after a trouble    ${slowest.toFixed(1)} s at the latest
  findings                      ${findings.length}
`);
  for (const finding of findings) console.log(`  ${finding}`);
  return findings.length === 0;
}

/** Starts the hostile accounts in a thread. `stop` resolves with the number of responses they got, by status. */
function startAttack(): { stop(): Promise<Record<string, number>> } {
  const workerData: AttackersData = {
    target: { url: stack.url, sandboxUrl: stack.proxy.sandboxUrl('{id}') },
    count: hostileAccounts,
    certificates: getCACertificates('default'),
  };
  const worker = new Worker(new URL('attackers.ts', import.meta.url), { workerData });
  return {
    async stop() {
      const answered = once(worker, 'message');
      worker.postMessage('enough');
      const [responses] = (await answered) as [Record<string, number>];
      return responses;
    },
  };
}
