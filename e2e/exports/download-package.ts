import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import type { StudioPage } from '../pages/studio-page.ts';

/** Downloads the open project as a ZIP. */
export async function downloadPackage(studioPage: StudioPage): Promise<JSZip> {
  const download = studioPage.page.waitForEvent('download');
  await studioPage.button('Export').click();
  await studioPage.page.getByRole('menuitem', { name: 'Download project (ZIP)' }).click();
  return JSZip.loadAsync(await readFile(await (await download).path()));
}

/** The content of the files in a ZIP, by path. */
export async function filesOf(zip: JSZip): Promise<Record<string, Uint8Array>> {
  const files = Object.values(zip.files).filter(({ dir }) => !dir);
  const read = files.map(async (file) => [file.name, await file.async('uint8array')] as const);
  return Object.fromEntries(await Promise.all(read));
}
