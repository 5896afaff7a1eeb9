import type { Browser } from '@playwright/test';
import type { Studio } from '../../stack/studio.ts';
import { medianRow, p95Row, type Row } from '../row.ts';
import { timeEcho } from './echo.ts';
import { openProject } from './open-project.ts';

const rounds = 5;
/** Per round. Each key is pressed as soon as the previous one is drawn. */
const keys = 4;

/** Hangs in its first run after `armed` was set. Posts a message when a run ends. */
const hangsOnce = `if (localStorage.armed !== 'no') { localStorage.armed = 'no'; /(x+x+)+y/.test('x'.repeat(40)); }
localStorage.armed = 'yes';
parent.postMessage({ ran: true }, '*')`;

/** While code hangs: from a key in the editor until it is drawn, and from Stop and Run until a fresh preview has run. */
export async function measureHang(browser: Browser, studio: Studio): Promise<Row[]> {
  const echoes: number[] = [];
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const studioPage = await openProject(browser, studio, { title: 'Hang', js: hangsOnce });
    await studioPage.button('Stop').waitFor();
    await studioPage.html.textbox.focus();
    for (let typed = 1; typed <= keys; typed += 1) echoes.push(await timeEcho(studioPage, typed));
    await studioPage.page.context().close();

    const other = await openProject(browser, studio, { title: 'Hang', js: hangsOnce });
    await other.button('Stop').waitFor();
    recoveries.push(await other.page.evaluate(measureRecovery));
    await other.page.context().close();
  }
  return [
    p95Row(
      'Key → echoed in the editor while the preview hangs',
      { of: 'studio', samples: echoes },
      { atMost: 100 },
    ),
    medianRow(
      'Stop pressed, then Run → a fresh preview has run',
      { of: 'studio', samples: recoveries },
      { atMost: 300 },
    ),
  ];
}

/** In the page: presses Stop, then Run as soon as it has stopped. */
function measureRecovery(): Promise<number> {
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name);
  return new Promise((resolve) => {
    const pressedAt = performance.now();
    addEventListener('message', ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
      if (data?.ran) resolve(performance.now() - pressedAt);
    });
    button('Stop')?.click();
    const run = () => (button('Stop') ? requestAnimationFrame(run) : button('Run')?.click());
    run();
  });
}
