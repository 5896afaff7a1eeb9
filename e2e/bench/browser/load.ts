import type { Browser } from '@playwright/test';
import { register, signedIn, storeProject } from '../../fixtures/accounts.ts';
import { serveStaticSite } from '../../stack/network/static-site.ts';
import type { Studio } from '../../stack/studio.ts';
import { type Formerly, type Row, ratioRow } from '../row.ts';
import { buildPage, contentType } from './built-page.ts';
import { loadUnwatched } from './unwatched-load.ts';

/** Milliseconds from the beginning of the navigation. */
interface Load {
  /** The code can be read as text. */
  readable: number;
  /** All three panes show their code in colours. Not measured on the bare page. */
  colored?: number;
  /** The first key that the editor accepts is drawn. */
  echoed: number;
  /** The first key that the full editor accepts is drawn. */
  fullyEchoed: number;
  /** The project's script has run in the preview. The bare page has no preview. */
  ran?: number;
}

declare global {
  interface Window {
    report(load: string): void;
  }
}

/** Cold load of the editor, in a browser with nothing cached, against a bare page with three Monaco editors. */
export async function measureLoad(
  browser: Browser,
  studio: Studio,
  rounds: number,
  cpuSlowdown: number,
): Promise<Row[]> {
  const writer = await register(studio, 'reader');
  const project = await storeProject(studio, writer, {
    title: 'Load',
    html: '<p>Typing</p>',
    css: 'p { color: teal }',
    js: 'parent.postMessage({ ran: true }, "*")',
  });
  const bare = await buildPage('bare-editors');
  const files = new Map([...bare.files].map(([path, body]) => [path, { type: contentType(path), body }]));
  const site = await serveStaticSite(
    files.set('/', { type: 'text/html; charset=utf-8', body: Buffer.from(bare.html) }),
  );
  const { localStorage: storage = [] } = signedIn(studio, writer).origins[0] ?? {};
  const load = async (url: string) =>
    (await loadUnwatched(browser, { url, cpuSlowdown, storage, watch: watchLoad })) as Load;
  const studioLoads: Load[] = [];
  const bareLoads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    studioLoads.push(await load(`${studio.url}/project/${project.id}`));
    bareLoads.push(await load(`${site.url}/`));
  }
  await site.close();

  const isSlow = cpuSlowdown !== 1;
  const at = isSlow ? `, CPU ${cpuSlowdown} × slower` : '';
  const of = (loads: readonly Load[], moment: keyof Load) =>
    loads.map((load) => load[moment] ?? Number.POSITIVE_INFINITY);
  const row = (what: string, moment: keyof Load, bareMoment: BareMoment, goal: number, formerly?: Formerly) =>
    ratioRow(
      `Cold load → ${what}${at}, against ${bareMoments[bareMoment]} in three bare Monaco editors`,
      [
        { of: 'studio', samples: of(studioLoads, moment) },
        { of: 'bare page', samples: of(bareLoads, bareMoment) },
      ],
      { atMost: goal },
      formerly,
    );
  return [
    row('code readable', 'readable', 'readable', 0.3, {
      reference: 'first key in three bare Monaco editors',
      measured: isSlow ? '0.30' : '0.23',
    }),
    row('all three panes coloured', 'colored', 'echoed', 0.4),
    row('preview ran', 'ran', 'echoed', 0.6),
    row('first key echoed', 'echoed', 'echoed', 1.1),
    row('full editor echoes a key', 'fullyEchoed', 'echoed', 1.3),
  ];
}

const bareMoments = {
  readable: 'code readable',
  echoed: 'first key echoed',
};
type BareMoment = keyof typeof bareMoments;

/** In the page, from its first moment: looks at each frame for text to read and an editor to type into. */
function watchLoad(): void {
  const hasPreview = location.pathname.startsWith('/project/');
  const ran = new Promise<number>((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<{ ran?: boolean } | null>) => {
      if (data?.ran) resolve(performance.now());
    });
  });
  const code = '<p>Typing</p>';
  const drawn = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
      .join('');
  const areas = () => [...document.querySelectorAll('textarea')];
  const text = () =>
    drawn('.view-line, pre') +
    areas()
      .map(({ value }) => value)
      .join('');
  /** The editor, once it shows the code: text typed earlier would be lost. */
  const editor = () =>
    areas().find(({ value }) => value.includes(code)) ??
    (drawn('.view-line').includes(code) ? areas()[0] : undefined);
  const isColored = (pane: Element) =>
    [...pane.querySelectorAll('span')].some(
      (span) => getComputedStyle(span).color !== getComputedStyle(pane).color,
    );
  const type = (place: HTMLElement | undefined, key: string) => {
    place?.focus();
    return place !== undefined && document.execCommand('insertText', false, key);
  };
  const seen = new Promise<Load>((resolve) => {
    let readable = 0;
    let colored = 0;
    let echoed = 0;
    let typed = false;
    let typedAgain = false;
    const look = () => {
      const shown = text();
      if (readable === 0 && shown.includes(code)) readable = performance.now();
      if (colored === 0 && [...document.querySelectorAll('pre')].filter(isColored).length >= 3)
        colored = performance.now();
      if (typed && echoed === 0 && shown.includes('~')) echoed = performance.now();
      if (typedAgain && drawn('.view-line').includes('^')) {
        const load = { readable, echoed, fullyEchoed: performance.now() };
        resolve(hasPreview ? { ...load, colored } : load);
        return;
      }
      if (!typed) typed = type(editor(), '~');
      else if (!typedAgain && echoed > 0 && !document.querySelector('.light-editor'))
        typedAgain = type(areas()[0], '^');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  void (async () => {
    const load = { ...(await seen), ...(hasPreview ? { ran: await ran } : {}) };
    window.report(JSON.stringify(load));
  })();
}
