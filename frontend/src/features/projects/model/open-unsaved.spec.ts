import { openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { openUnsaved } from './open-unsaved.ts';
import { badge } from './save-status.ts';
import { blankProject } from './working-project.ts';

const given = { title: 'A pen', html: '<p>from a post</p>', css: '', js: '' };

beforeEach(silenceWarnings);

/** A page that shows code from another page. */
function openGiven() {
  const studio = openFakeStudio();
  const page = studio.open();
  const { key, frameworkConfig } = blankProject();
  page.store.actions.startBlank();
  openUnsaved(page.store, key, { ...given, frameworkConfig });
  return { studio, page };
}

test('code from another page is nothing unsaved before it is edited, and is left without a trace', async () => {
  const { studio, page } = openGiven();
  expect(badge(page.store.getState())).toBe('New Project');
  await studio.time.pass(60_000);
  const { store } = await page.reload();
  await store.actions.restore();
  expect(store.getState().typed.html).not.toBe(given.html);
  expect(studio.server.saves()).toEqual([]);
});

test('code from another page that was edited is kept, also where the edit is undone', async () => {
  const { studio, page } = openGiven();
  studio.autoSave = false;
  page.store.actions.edit('html', `${given.html}!`);
  await studio.time.pass(300);
  page.store.actions.edit('html', given.html);
  await studio.time.pass(300);
  expect(badge(page.store.getState())).toBe('Unsaved');
  page.crash();
  const { store } = studio.open();
  await store.actions.restore();
  expect(store.getState()).toMatchObject({ typed: { html: given.html }, project: { title: 'A pen' } });
  await store.actions.save('manual');
  expect([...studio.server.projects.values()]).toMatchObject([given]);
});
