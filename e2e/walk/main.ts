import { chromium } from '@playwright/test';
import { browserForTests, chromiumArguments, provisionBrowserForTests } from '../stack/chromium.ts';
import { startStudio } from '../stack/studio.ts';
import { walk } from './walk.ts';

/**
 * `npm run walk -- WALKS`: random walks of two people in two tabs, 25 steps (`WALK_STEPS`) each, with seeds counted up
 * from `WALK_SEED`. Exits with 1 if text was lost, doubled or found in a wrong place or account.
 */
const walks = Number(process.argv[2] ?? 10);
const firstSeed = Number(process.env['WALK_SEED'] ?? Math.floor(Math.random() * 1_000_000));
const steps = Number(process.env['WALK_STEPS'] ?? 25);
if (!(walks > 0 && steps > 0 && Number.isInteger(firstSeed)))
  throw new Error('npm run walk -- WALKS, WALK_SEED and WALK_STEPS take whole numbers.');
const refusal = provisionBrowserForTests();
if (refusal) throw new Error(`There is no browser to walk in: ${refusal}`);

const studio = await startStudio({ RATE_LIMIT_SCALE: '100' });
const executablePath = browserForTests();
const browser = await chromium.launch({
  args: chromiumArguments,
  ...(executablePath ? { executablePath } : {}),
});
let failed = 0;
try {
  for (let seed = firstSeed; seed < firstSeed + walks; seed += 1) {
    const lines: string[] = [];
    const findings = await walk(browser, studio, { seed, steps }, (line) => lines.push(line)).catch(
      (error: unknown) => [`the walk itself failed: ${String(error)}`],
    );
    console.log(`WALK_SEED=${seed} WALK_STEPS=${steps}: ${findings.length} findings`);
    if (findings.length === 0) continue;
    failed += 1;
    console.log(
      [...lines, ...findings.map((finding) => `FOUND ${finding}`)].map((line) => `  ${line}`).join('\n'),
    );
  }
} finally {
  await browser.close();
  await studio.dispose();
}
console.log(`${walks} walks, ${failed} with findings`);
process.exitCode = failed > 0 ? 1 : 0;
