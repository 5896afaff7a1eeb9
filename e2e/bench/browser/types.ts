import type { Browser, Page, Worker } from '@playwright/test';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Studio } from '../../stack/studio.ts';
import { p95Row, type Row } from '../row.ts';
import { timeEcho } from './echo.ts';
import { openProject } from './open-project.ts';
import { resolvePackages } from './packages.ts';

/** The packages of the shelf with the most declarations. */
const packagesWithTypes = [
  'three',
  'd3',
  'mathjs',
  'rxjs',
  'zod',
  'date-fns',
  'lodash-es',
  'chart.js',
  'pixi.js',
  'luxon',
];
const rounds = 3;
/** Keys pressed after the last declaration has arrived, while the editor still processes it. */
const keysAfterwards = 20;
const keysPerLine = 40;

/** From a key in the script until it is drawn, while the full editor loads the types of ten packages. */
export async function measureTypes(browser: Browser, studio: Studio): Promise<Row> {
  const packages = await resolvePackages(studio, packagesWithTypes);
  const imports = packagesWithTypes.map((name, index) => `import * as package${index} from '${name}';`);
  const withTypes: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const coming = await echoesUntilTyped(browser, studio, imports.join('\n'), packages);
    withTypes.push(...coming);
    without.push(...(await echoesUntilTyped(browser, studio, 'export {};', {}, coming.length)));
  }
  return p95Row(
    'Key → echoed in the editor while the types of ten packages come',
    { of: 'studio', samples: withTypes },
    { atMost: 100 },
    [{ of: 'without packages', samples: without }],
  );
}

/** Waits until the service that reads the types has started, as it does once the focused editor gets no key for a while. */
async function languageService(page: Page): Promise<void> {
  const isIt = (worker: Worker) => worker.url().includes('ts.worker');
  if (!page.workers().some(isIt)) await page.waitForEvent('worker', isIt);
}

/** Types at the end of the script until all declarations have arrived, or `keys` keys. @returns ms per key. */
async function echoesUntilTyped(
  browser: Browser,
  studio: Studio,
  js: string,
  packages: Record<string, string>,
  keys = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const frameworkConfig = { ...defaultFrameworkConfig, packages };
  const studioPage = await openProject(browser, studio, { title: 'Types', js, frameworkConfig });
  const { page, js: editor } = studioPage;
  const asked = new Set<string>();
  const came = new Set<string>();
  const isOfTypes = (url: string) => url.endsWith('?types');
  page.on('request', (request) => isOfTypes(request.url()) && asked.add(request.url()));
  page.on('requestfinished', (request) => isOfTypes(request.url()) && came.add(request.url()));
  const echoes: number[] = [];
  let afterwards = 0;
  await editor.append();
  await languageService(page);
  while (echoes.length < keys && afterwards < keysAfterwards) {
    const typed = echoes.length % keysPerLine;
    // `timeEcho` does not find the text of a wrapped line, so start a new one.
    if (typed === 0) await editor.append('\n//');
    echoes.push(await timeEcho(studioPage, typed + 1));
    const isComing = asked.size === 0 || came.size < asked.size;
    afterwards = isComing ? 0 : afterwards + 1;
  }
  await page.context().close();
  return echoes;
}
