import { parseArgs } from 'node:util';
import { provisionCompose } from '../stack/compose.ts';
import { provisionExporters } from '../stack/exporters.ts';
import { provisionRestic } from '../stack/offsite.ts';
import { provisionPostgres } from '../stack/postgres.ts';
import { provisionPrometheus } from '../stack/prometheus.ts';
import { provisionProxy } from '../stack/proxy.ts';
import { provisionRedis } from '../stack/redis.ts';
import { affectedSince, isCommit } from './affected.ts';
import { build, cachedChecks } from './checks.ts';
import { failureLines, type Outcome, outcomeOf, slowestLines, sum, summaryLine } from './outcome.ts';
import { fidelityTests, packageTests } from './proofs.ts';
import {
  apiTests,
  browserTests,
  fuzzTests,
  longTests,
  outageTests,
  peerTests,
  type Selection,
  soloBrowserTests,
  storeTests,
  wholeBrowserTests,
} from './suites.ts';
import { keepTemporaryFilesInMemory } from './temporary-folder.ts';

/** `npm test -- --since main --shard 2/4`; `npm run test:all` adds `--all`. */
const { values } = parseArgs({
  options: { all: { type: 'boolean' }, since: { type: 'string' }, shard: { type: 'string' } },
});
if (values.since && !isCommit(values.since)) {
  console.error(
    `--since: this clone has no commit ${JSON.stringify(values.since)}. Fetch it, name another, or test everything without --since.`,
  );
  process.exit(1);
}
const selection: Selection = {
  nightly: values.all ?? false,
  ...(values.since ? { affected: affectedSince(values.since) } : {}),
  ...(values.shard ? { shard: values.shard } : {}),
};

keepTemporaryFilesInMemory();
if (selection.nightly) {
  // The daily run uses the same values each time.
  process.env['TEST_SEED'] ??= String(Math.floor(Date.now() / 1_000));
  console.log(`Property tests start from TEST_SEED=${process.env['TEST_SEED']}`);
}
const startedAt = performance.now();
const outcomes: Outcome[] = [];

/** Runs one step and prints the progress, because a whole run takes minutes. */
async function step(title: string, work: () => Promise<Outcome>): Promise<Outcome> {
  console.log(`\n== ${title} (after ${secondsSince(startedAt)} s)`);
  const outcome = await outcomeOf(title, work);
  console.log(`== ${title}: ${summaryLine(outcome)}`);
  outcomes.push(outcome);
  return outcome;
}

async function everything(): Promise<void> {
  const built = await step('Build', build);
  if (built.failed > 0) return;
  // Sequentially, before specs run in parallel, because apt has a lock. A spec reports itself what it had to skip.
  for (const provision of [
    provisionProxy,
    provisionCompose,
    provisionPrometheus,
    provisionPostgres,
    provisionRedis,
    provisionRestic,
    provisionExporters,
  ]) {
    try {
      provision();
    } catch {
      // In CI a refusal is thrown: the specs that need the server fail with it.
    }
  }
  // Checks cannot be sharded, so only the first machine runs them.
  if (!selection.shard || selection.shard.startsWith('1/')) await step('Lint, types and units', cachedChecks);
  await step('API', () => apiTests(selection));
  await step('API on the other stores', () => storeTests(selection));
  await step('Browser', () => browserTests(selection));
  await step('Browser, one test at a time', () => soloBrowserTests(selection));
  if (!selection.nightly) return;
  await step('A browser with a process for each site', () => wholeBrowserTests(selection));
  await step('What takes long', () => longTests(selection));
  await step('Fuzzing', fuzzTests);
  await step('Outages of 30 s', outageTests);
  await step('Fidelity', fidelityTests);
  await step('Packages', packageTests);
  await step('Other playgrounds', peerTests);
}

await everything();
const all = sum(outcomes);
process.exitCode = all.failed > 0 ? 1 : 0;
for (const line of [...slowestLines(all), ...failureLines(all)]) console.log(line);
console.log(`\n${secondsSince(startedAt)} s`);
console.log(summaryLine(all));

function secondsSince(time: number): number {
  return Math.round((performance.now() - time) / 1_000);
}
