import type { Browser } from '@playwright/test';
import { register, signedIn, storeProject } from '../fixtures/accounts.ts';
import { recordScripts } from '../fixtures/script-sizes.ts';
import { StudioPage } from '../pages/studio-page.ts';
import type { Studio } from '../stack/studio.ts';
import type { Row } from './row.ts';

/** JavaScript that is loaded before anything can be read or has run, gzipped. */
export async function measureSizes(browser: Browser, studio: Studio): Promise<Row[]> {
  const owner = await register(studio, 'owner');
  const project = await storeProject(studio, owner, { html: '<p>ran</p>', isEmbeddable: true });
  const context = await browser.newContext({ storageState: signedIn(studio, owner) });
  const desk = new StudioPage(await context.newPage());
  const editor = recordScripts(desk.page, /monaco/);
  await desk.page.goto(`${studio.url}/project/${project.id}`);
  await desk.html.textbox.waitFor();
  const editorBytes = await editor.gzipBytes();

  const visitor = await context.newPage();
  const embed = recordScripts(visitor);
  await visitor.goto(`${studio.url}/embed/${project.id}`);
  await visitor.frameLocator('iframe').getByText('ran').waitFor();
  const embedBytes = await embed.gzipBytes();
  await context.close();
  return [
    sizeRow('JavaScript of the editor route before Monaco, kB gzip', editorBytes, 130_000),
    sizeRow('JavaScript of the embed until the project has run, kB gzip', embedBytes, 2_000),
  ];
}

function sizeRow(what: string, bytes: number, limit: number): Row {
  return {
    what,
    measured: (bytes / 1_000).toFixed(1),
    goal: `≤ ${limit / 1_000}`,
    met: bytes <= limit,
  };
}
