import type { Browser } from '@playwright/test';
import { register, storeProject } from '../../fixtures/accounts.ts';
import { embedScriptBytes, initialScripts } from '../../fixtures/script-sizes.ts';
import type { Studio } from '../../stack/studio.ts';
import { type Row, readingRow } from '../row.ts';

/** Our JavaScript, gzipped, that is loaded before the code can be read and before an embedded project runs. */
export async function measureSizes(browser: Browser, studio: Studio): Promise<Row[]> {
  const owner = await register(studio, 'owner');
  const project = await storeProject(studio, owner, { html: '<p>ran</p>', isEmbeddable: true });
  const editor = await initialScripts(`${studio.url}/project/${project.id}`);
  const page = await browser.newPage();
  const embedBytes = await embedScriptBytes(page, `${studio.url}/embed/${project.id}`);
  await page.close();
  return [
    sizeRow('JavaScript of the editor route before Monaco, gzip', editor.gzipBytes, 140_000),
    sizeRow('JavaScript of the embed until the project has run, gzip', embedBytes, 2_000),
  ];
}

function sizeRow(what: string, bytes: number, limit: number): Row {
  return readingRow(what, { value: bytes / 1_000, unit: 'kB', digits: 1 }, { atMost: limit / 1_000 });
}
