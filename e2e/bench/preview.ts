import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import type { Studio } from '../stack/studio.ts';
import { p50p95, percentile } from './percentile.ts';
import type { Row } from './row.ts';

const frontend = fileURLToPath(new URL('../../frontend', import.meta.url));
const projectId = '00000000000bench';
const filmedRounds = 40;

interface PreviewTimings {
  stage: number[];
  srcdoc: number[];
}

/** Document ready → the project's script has run: the studio's stage against `srcdoc` in the same browser. */
export async function measurePreview(
  browser: Browser,
  studio: Studio,
  rounds: number,
): Promise<{ rows: Row[]; stageP50: number }> {
  const page = await openBenchPage(browser, studio);
  const origin = studio.sandboxUrl(projectId);
  const { stage, srcdoc } = await page.evaluate<PreviewTimings>(`measurePreview('${origin}', ${rounds})`);
  await page.close();
  const film = await openBenchPage(browser, studio);
  const blank = await countBlankFrames(film, () =>
    film.evaluate<void>(`showOnStage('${origin}', ${filmedRounds})`),
  );
  await film.close();
  const stageP50 = percentile(stage, 0.5);
  const ratio = stageP50 / percentile(srcdoc, 0.5);
  return {
    stageP50,
    rows: [
      {
        what: 'Document ready → script has run, ms p50 / p95 (studio; `srcdoc`)',
        measured: `${p50p95(stage)}; ${p50p95(srcdoc)}`,
        goal: '',
        met: true,
      },
      {
        what: 'The same as a ratio of p50',
        measured: ratio.toFixed(2),
        goal: '≤ 1.0',
        met: ratio <= 1,
      },
      {
        what: `Blank frames in ${filmedRounds} renders, of ${blank.filmed} filmed`,
        measured: String(blank.blank),
        goal: '0',
        met: blank.blank === 0,
      },
    ],
  };
}

/** A page of the app's origin with nothing on it but the bench. */
async function openBenchPage(browser: Browser, studio: Studio): Promise<Page> {
  const built = await build({
    root: frontend,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: 'src/testing/preview-bench.ts', formats: ['iife'], name: 'bench', fileName: 'bench' },
    },
  });
  const [output] = Array.isArray(built) ? built : [];
  const [chunk] = output?.output ?? [];
  if (!chunk || !('code' in chunk)) throw new Error('The bench page was not built');
  const page = await browser.newPage({ viewport: { width: 800, height: 900 }, bypassCSP: true });
  await page.goto(`${studio.url}/api/health/live`);
  await page.evaluate(() => {
    document.body.replaceChildren();
    document.body.style.margin = '0';
  });
  await page.evaluate(chunk.code);
  return page;
}

/** Films the page while something runs; a frame is blank where the middle of the stage is not the document's colour. */
async function countBlankFrames(
  page: Page,
  during: () => Promise<void>,
): Promise<{ blank: number; filmed: number }> {
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await startFilming(session);
  await during();
  await session.send('Page.stopScreencast');
  const shown = await page.evaluate(async (images) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('No canvas');
    const red: number[] = [];
    for (const image of images) {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
      const scale = bitmap.width / innerWidth;
      canvas.drawImage(bitmap, -500 * scale, -300 * scale);
      red.push(canvas.getImageData(0, 0, 1, 1).data[0] ?? 255);
    }
    return red;
  }, frames);
  const isBlank = (red: number) => red > 0x80;
  const firstShown = shown.findIndex((red) => !isBlank(red));
  if (firstShown < 0) throw new Error(`The stage shows nothing in ${shown.length} frames`);
  const filmed = shown.slice(firstShown);
  return { blank: filmed.filter(isBlank).length, filmed: filmed.length };
}

async function startFilming(session: CDPSession): Promise<void> {
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
}
