import { build, lintChecks, runCheck, typeChecks } from './checks.ts';
import { type Outcome, retriedLines, sum, summaryLine } from './outcome.ts';
import {
  apiTests,
  browserTests,
  embeddedTests,
  productionTests,
  timedBrowserTests,
  unitTests,
} from './suites.ts';

const startedAt = performance.now();
const outcomes: Outcome[] = [];

/** Runs one step and says where we are: a whole run takes minutes. */
async function step(title: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`\n== ${title} (after ${seconds} s)`);
  const outcome = await work();
  console.log(`== ${title}: ${summaryLine(outcome)}`);
  outcomes.push(outcome);
  return outcome;
}

async function everything(): Promise<void> {
  const built = await step('Build', () => runCheck(build));
  if (built.failed > 0) return;
  for (const check of lintChecks) await step('Lint', () => runCheck(check));
  for (const check of typeChecks) await step('Types', () => runCheck(check));
  await step('Units', unitTests);
  await step('API', apiTests);
  await step('API on the embedded database', embeddedTests);
  await step('On Redis, and files on S3', productionTests);
  await step('Browser', browserTests);
  await step('Browser, one test at a time', timedBrowserTests);
}

await everything();
const all = sum(outcomes);
process.exitCode = all.failed > 0 ? 1 : 0;
for (const line of retriedLines(all)) console.log(line);
console.log(`\n${summaryLine(all)}`);
