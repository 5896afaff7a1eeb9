import type { Browser } from '@playwright/test';
import type { StudioPage } from '../../pages/studio-page.ts';
import type { Studio } from '../../stack/studio.ts';
import { type Row, ratioRow } from '../row.ts';
import { openProject } from './open-project.ts';

const [early, late] = [50, 500];

/** The heap of the editor's tab after 50 and after 500 renders, each after garbage collection. */
export async function measureRenders(browser: Browser, studio: Studio): Promise<Row> {
  const studioPage = await openProject(browser, studio, {
    title: 'Renders',
    html: `<ul>${'<li>Row</li>'.repeat(200)}</ul>`,
    js: 'parent.postMessage({ ran: true }, "*")',
  });
  await render(studioPage, early);
  const before = await heapMegabytes(studioPage);
  await render(studioPage, late - early);
  const after = await heapMegabytes(studioPage);
  await studioPage.page.context().close();
  const heap = (of: string, megabytes: number) => ({ of, samples: [megabytes], unit: 'MB', digits: 1 });
  return ratioRow(
    `Heap of the editor’s tab after ${late} renders, against after ${early}`,
    [heap(`after ${late}`, after), heap(`after ${early}`, before)],
    { atMost: 1.1 },
  );
}

/** Presses Run `times` times, each time after the previous run has posted that it ended. */
async function render(studioPage: StudioPage, times: number): Promise<void> {
  await studioPage.page.evaluate(async (count) => {
    const run = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'Run',
    );
    for (let done = 0; done < count; done += 1) {
      const ran = new Promise<void>((resolve) => {
        const onMessage = ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
          if (!data?.ran) return;
          removeEventListener('message', onMessage);
          resolve();
        };
        addEventListener('message', onMessage);
      });
      run?.click();
      await ran;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, times);
}

async function heapMegabytes(studioPage: StudioPage): Promise<number> {
  const session = await studioPage.page.context().newCDPSession(studioPage.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_048_576;
}
