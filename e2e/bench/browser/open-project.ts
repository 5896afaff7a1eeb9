import type { Browser } from '@playwright/test';
import { type ProjectInput } from '@studio/contract/http/projects';
import { register, signedIn, storeProject } from '../../fixtures/accounts.ts';
import { StudioPage } from '../../pages/studio-page.ts';
import type { Studio } from '../../stack/studio.ts';

/** Opens a new user's stored project in a new context and waits for Monaco. Close the page's context afterwards. */
export async function openProject(
  browser: Browser,
  studio: Studio,
  project: ProjectInput,
): Promise<StudioPage> {
  const writer = await register(studio, 'writer');
  const stored = await storeProject(studio, writer, project);
  const context = await browser.newContext({ storageState: signedIn(studio, writer) });
  const studioPage = new StudioPage(await context.newPage());
  await studioPage.page.goto(`${studio.url}/project/${stored.id}`);
  await studioPage.loaded();
  return studioPage;
}
