import { type Browser, expect } from '@playwright/test';
import type { Studio } from '../../stack/studio.ts';
import { type Formerly, medianRow, type Row } from '../row.ts';
import { openProject } from './open-project.ts';

const rounds = 5;
const lines = 10_000;

interface Flood {
  /** Milliseconds from Run to the last line being drawn. */
  shown: number;
  /** The longest task of the page meanwhile, in ms; 0 if none took over 50. */
  longestTask: number;
}

/** Prints nothing but a word when the page is opened, and all lines in each run after it. */
const script = `if (localStorage.getItem('opened')) for (let line = 1; line <= ${lines}; line += 1) console.log('line ' + line);
else console.log('opened');
localStorage.setItem('opened', 'yes');`;

/** Ten thousand different lines printed in a loop, with the console open: in a new page each round, then once more. */
export async function measureConsole(browser: Browser, studio: Studio): Promise<Row[]> {
  const first: Flood[] = [];
  const again: Flood[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const studioPage = await openProject(browser, studio, { title: 'Flood', js: script });
    await studioPage.consoleToggle.click();
    await studioPage.console.panel.getByText('opened', { exact: true }).waitFor();
    for (const floods of [first, again]) {
      await studioPage.button('Clear console').click();
      await expect(studioPage.console.panel.getByText(/^(?:opened|line \d+)$/)).toHaveCount(0);
      floods.push(await studioPage.page.evaluate(flood, lines));
    }
    await studioPage.page.context().close();
  }
  return [
    ...rowsOf('for the first time in a page', first, {
      reference: 'the second to the sixth time in one page',
      measured: '268 ms',
    }),
    ...rowsOf('again in the same page', again),
  ];
}

function rowsOf(when: string, floods: readonly Flood[], formerly?: Formerly): Row[] {
  const samplesOf = (figure: keyof Flood) => ({
    of: 'studio',
    samples: floods.map((flood) => flood[figure]),
  });
  const what = `Run → last of 10,000 console lines shown, ${when}`;
  return [
    medianRow(what, samplesOf('shown'), { atMost: 1_000 }, formerly),
    medianRow(`${what}: the page’s longest task (0: none over 50 ms)`, samplesOf('longestTask'), {
      atMost: 50,
    }),
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
