import { build, runCheck } from '../run/checks.ts';
import { provisionStack, startStack } from '../stack/stack.ts';
import { answersOf } from '../stack/writer.ts';
import { check } from './check.ts';
import { makeTrouble } from './troubles.ts';
import { Visitor } from './visitor.ts';

/** `npm run soak -- MINUTES`: many people on two replicas, while one thing after another goes wrong; then it is compared. */
const minutes = Number(process.argv[2] ?? 10);
const people = 20;

if (!(minutes > 0)) throw new Error('npm run soak -- MINUTES takes a number.');
const refusal = provisionStack();
if (refusal) throw new Error(`The stack cannot run here: ${refusal}`);
if ((await runCheck(build)).failed > 0) throw new Error('The build failed.');

const stack = await startStack({ replicas: 2 });
try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  await stack.stop();
}

/** @returns whether everything that was acknowledged is there. */
async function soak(): Promise<boolean> {
  const visitors: Visitor[] = [];
  while (visitors.length < people)
    visitors.push(await Visitor.start(stack.url, `visitor-${visitors.length}`));
  const projectIds = visitors.map(({ writer }) => writer.projectId);

  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
  const enough = AbortSignal.timeout(minutes * 60_000);
  const recoveries: number[] = [];
  let overSince: number | null = null;
  const saved = () => {
    if (overSince !== null) recoveries.push(performance.now() - overSince);
    overSince = null;
  };
  const troubles = makeTrouble(stack, enough, (what) => {
    console.log(`${seconds()} s  ${what}`);
    overSince = what === 'over' ? performance.now() : null;
  });
  const lives = visitors.map((visitor) => visitor.live(projectIds, enough, saved));
  await Promise.all([...lives, troubles]);
  await stack.untilAllAreUsed();

  const findings = await check(stack, visitors);
  const writers = visitors.map(({ writer }) => writer);
  const uploads = visitors.reduce((sum, visitor) => sum + visitor.uploads.size, 0);
  const slowest = Math.max(0, ...recoveries) / 1_000;
  console.log(`
After ${minutes} minutes with ${recoveries.length} troubles:
  saves by answer (0: none)     ${JSON.stringify(answersOf(writers))}
  uploads acknowledged          ${uploads}
  first save after a trouble    ${slowest.toFixed(1)} s at the latest
  differences                   ${findings.length}
`);
  for (const finding of findings) console.log(`  ${finding}`);
  return findings.length === 0;
}
