import type { Browser } from '@playwright/test';
import type { Studio } from '../../stack/studio.ts';
import { medianRow, type Row } from '../row.ts';
import { openProject } from './open-project.ts';

const rounds = 5;
const lines = 10_000;

interface Flood {
  /** Milliseconds from Run to the last line being drawn. */
  shown: number;
  /** The longest task of the page meanwhile, in ms; 0 if none took over 50. */
  longestTask: number;
}

/** Ten thousand different lines printed in a loop, with the console open. */
export async function measureConsole(browser: Browser, studio: Studio): Promise<Row[]> {
  const studioPage = await openProject(browser, studio, {
    title: 'Flood',
    js: `for (let line = 1; line <= ${lines}; line += 1) console.log('line ' + line)`,
  });
  await studioPage.consoleToggle.click();
  await studioPage.console.panel.getByText(`line ${lines}`, { exact: true }).waitFor();
  const floods: Flood[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await studioPage.button('Clear console').click();
    await studioPage.console.panel.getByText(`line ${lines}`, { exact: true }).waitFor({ state: 'detached' });
    floods.push(await studioPage.page.evaluate(flood, lines));
  }
  await studioPage.page.context().close();
  const shown = floods.map((one) => one.shown);
  const longest = floods.map(({ longestTask }) => longestTask);
  return [
    medianRow(
      'Run → last of 10,000 console lines shown',
      { of: 'studio', samples: shown },
      { atMost: 1_000 },
    ),
    medianRow(
      'The page’s longest task meanwhile (0: none over 50 ms)',
      { of: 'studio', samples: longest },
      { atMost: 50 },
    ),
  ];
}

/** In the page: presses Run and looks at each frame for the last line. */
function flood(lines: number): Promise<Flood> {
  const panel = document.querySelector('[aria-label="JavaScript Console"]');
  const run = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent.trim() === 'Run',
  );
  let longestTask = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  });
  observer.observe({ type: 'longtask' });
  return new Promise((resolve) => {
    const startedAt = performance.now();
    run?.click();
    const look = () => {
      if (!panel?.textContent.includes(`line ${lines}`)) {
        requestAnimationFrame(look);
        return;
      }
      const shown = performance.now() - startedAt;
      // The observer is notified of a task after its end.
      setTimeout(() => {
        observer.disconnect();
        resolve({ shown, longestTask });
      }, 200);
    };
    requestAnimationFrame(look);
  });
}
