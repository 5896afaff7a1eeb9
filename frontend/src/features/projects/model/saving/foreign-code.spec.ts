import { browserStorage } from '@/lib/browser-storage.ts';
import { isForeign, markForeign } from '@/lib/foreign-code.ts';
import { done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { openUnsaved } from '../open-unsaved.ts';
import { blankProject } from '../working-project.ts';

const storage = browserStorage(() => window.localStorage);

let studio: FakeStudio;
let page: FakePage;

/** Code from another page is open and was not run. */
beforeEach(() => {
  studio = openFakeStudio();
  page = studio.open();
  const { key, title, html, css, js, frameworkConfig } = blankProject();
  markForeign(storage, key);
  openUnsaved(page.store, key, { title, html: `${html}<p>`, css, js, frameworkConfig });
});

/** The stored projects whose code would run when they are opened. */
const running = () => [...studio.server.projects.keys()].filter((id) => !isForeign(storage, id));

test('H86: code from another page is not run in a project that is saved, nor in its duplicate', async () => {
  await done(page.store.actions.save('manual'));
  await done(page.store.actions.duplicate());
  expect([studio.server.projects.size, running()]).toEqual([2, []]);
});

test('H86: code from another page is not run in a project that was left during its first save', async () => {
  studio.fate = () => ({ slow: 1_000 });
  const saved = page.store.actions.save('manual');
  await studio.time.pass(500);
  page.store.actions.startBlank();
  await studio.time.pass(1_000);
  await saved;
  expect([studio.server.projects.size, running()]).toEqual([1, []]);
});

test('H86: code from another page is not run in a project that was left before its save', async () => {
  const saved = page.store.actions.save('manual');
  page.store.actions.startBlank();
  await done(saved);
  expect([studio.server.projects.size, running()]).toEqual([1, []]);
});
