import type { Browser } from '@playwright/test';
import { register, signedIn, storeProject } from '../fixtures/accounts.ts';
import { StudioPage } from '../pages/studio-page.ts';
import type { Studio } from '../stack/studio.ts';
import { p50p95, percentile } from './percentile.ts';
import type { Row } from './row.ts';

const debounceMs = 150;

declare global {
  interface Window {
    /** Milliseconds from the next key to the run that follows it. */
    nextRun: Promise<number>;
  }
}

/** A key pressed in the JavaScript pane → the project's script has run with it. */
export async function measureKeystroke(
  browser: Browser,
  studio: Studio,
  rounds: number,
  stageP50: number,
): Promise<Row[]> {
  const writer = await register(studio, 'writer');
  const project = await storeProject(studio, writer, {
    title: 'Keystrokes',
    html: '<p>Typing</p>',
    js: 'parent.postMessage({ ran: true }, "*") //',
  });
  const context = await browser.newContext({ storageState: signedIn(studio, writer) });
  const desk = new StudioPage(await context.newPage());
  await desk.page.goto(`${studio.url}/project/${project.id}`);
  await desk.preview.document.getByText('Typing').waitFor();
  await desk.page.locator('.monaco-editor').nth(2).waitFor();
  await desk.js.append();

  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await desk.page.evaluate(startTimer);
    await desk.page.keyboard.press('x');
    samples.push(await desk.page.evaluate(() => window.nextRun));
  }
  await context.close();

  const goal = debounceMs + 1.5 * stageP50;
  const p50 = percentile(samples, 0.5);
  return [
    {
      what: 'Key pressed → preview has run, ms p50 / p95',
      measured: p50p95(samples),
      goal: `p50 ≤ ${debounceMs} + 1.5 × the studio’s p50 above = ${Math.round(goal)}`,
      met: p50 <= goal,
    },
  ];
}

/** In the page: both ends are read off the same clock. */
function startTimer(): void {
  window.nextRun = new Promise((resolve) => {
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      pressedAt = event.timeStamp;
    };
    const onMessage = ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
      if (!data?.ran || pressedAt === 0) return;
      removeEventListener('message', onMessage);
      removeEventListener('keydown', onKey, true);
      resolve(performance.now() - pressedAt);
    };
    addEventListener('keydown', onKey, true);
    addEventListener('message', onMessage);
  });
}
