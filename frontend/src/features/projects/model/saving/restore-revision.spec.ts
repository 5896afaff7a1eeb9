import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';

let studio: FakeStudio;
let page: FakePage;

/** The first revision of a project, saved today. */
const first = { rev: 1, version: 1, changedAt: new Date().toISOString(), missingFiles: [] };

const text = () => page.store.getState().typed.html;

beforeEach(() => {
  studio = openFakeStudio();
  page = studio.open();
});

/** Opens a project that was saved twice: `<p>one</p>`, then `<p>two</p>`. */
async function openSavedTwice(userId = ada.id) {
  const { id } = studio.server.add({ userId, isPublic: true, html: '<p>one</p>' });
  studio.server.saveElsewhere(id, { html: '<p>two</p>' });
  await done(page.store.actions.open(id));
  return id;
}

test('a restored revision is a save, and is shown in the same opening', async () => {
  const id = await openSavedTwice();
  const { opening } = page.store.getState();
  expect(await done(page.store.actions.restoreRevision(first))).toEqual({
    ok: true,
    toast: 'Project saved',
    detail: expect.stringMatching(/^Restored version from \d+:\d\d/),
  });
  expect(text()).toBe('<p>one</p>');
  expect(studio.server.projects.get(id)).toMatchObject({ html: '<p>one</p>', version: 3 });
  expect(page.store.getState()).toMatchObject({ opening, dirty: false, project: { version: 3 } });
});

test('unsaved text is saved first, so that it is a revision too', async () => {
  const id = await openSavedTwice();
  page.store.actions.edit('html', '<p>unsaved</p>');
  await done(page.store.actions.restoreRevision(first));
  expect(text()).toBe('<p>one</p>');
  expect(studio.server.history.get(`${id}@3`)?.html).toBe('<p>unsaved</p>');
});

test('where unsaved text cannot be saved, nothing is restored and the text stays', async () => {
  const id = await openSavedTwice();
  page.store.actions.edit('html', '<p>unsaved</p>');
  studio.fate = () => 'unavailable';
  expect(await done(page.store.actions.restoreRevision(first))).toMatchObject({
    ok: false,
    toast: 'Restore failed',
  });
  expect(text()).toBe('<p>unsaved</p>');
  expect(studio.server.projects.get(id)?.version).toBe(2);
});

test('text that is typed while the revision is on its way is kept, as a conflict', async () => {
  await openSavedTwice();
  studio.fate = () => ({ slow: 1_000 });
  const restoring = page.store.actions.restoreRevision(first);
  await done(Promise.resolve());
  page.store.actions.edit('html', '<p>typed meanwhile</p>');
  studio.fate = () => 'delivered';
  await studio.time.pass(1_000);
  await restoring;
  expect(text()).toBe('<p>typed meanwhile</p>');
  expect(page.store.getState().save.conflict?.html).toBe('<p>one</p>');
});

test('what others saved meanwhile is not written over', async () => {
  const id = await openSavedTwice();
  studio.server.saveElsewhere(id, { html: '<p>three</p>' });
  expect(await done(page.store.actions.restoreRevision(first))).toMatchObject({
    ok: false,
    toast: 'Restore failed',
  });
  expect(studio.server.projects.get(id)?.html).toBe('<p>three</p>');
  expect(text()).toBe('<p>three</p>');
});

test("somebody else's project has no revisions to restore", async () => {
  await openSavedTwice(bob.id);
  expect(await done(page.store.actions.restoreRevision(first))).toMatchObject({ ok: false });
});
