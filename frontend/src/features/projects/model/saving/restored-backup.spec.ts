import type { Project } from '@studio/contract/http/projects';
import {
  ada,
  announce,
  bob,
  done,
  type FakePage,
  type FakeStudio,
  openFakeStudio,
} from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { offeredDraft } from '../local-copies/draft-offer.ts';
import { badge } from '../save-status.ts';

let studio: FakeStudio;
let page: FakePage;
let project: Project;
const state = () => page.store.getState();
const stored = () => studio.server.projects.get(project.id);
/** Requests without end become a failure of the test. */
const deliver = () => (studio.sent < 100 ? 'delivered' : 'held up');
const updates = () => studio.server.requests.filter(({ method }) => method === 'PUT');

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  studio.fate = deliver;
  page = studio.open();
});

/** Opens a project in the version that it has before the backup is restored. */
async function openLatest(userId = ada.id) {
  project = studio.server.add({ userId, isPublic: true, version: 10, html: 'latest' });
  await done(page.store.actions.openShared(project.id));
}

/** The server has an older version from now on. */
function restoreBackup(html = 'of the backup') {
  studio.server.projects.set(project.id, { ...project, version: 7, html });
}

/** The text here stays beside the server's, and nothing is sent until its owner has chosen. */
async function expectConflict(html: string, sent: number) {
  await studio.time.pass(60_000);
  expect(updates()).toHaveLength(sent);
  expect([stored()?.html, badge(state())]).toEqual(['of the backup', 'Unsaved']);
  expect(state()).toMatchObject({
    typed: { html },
    save: { conflict: { version: 7, html: 'of the backup' } },
  });
  expect(await done(page.store.actions.resolveConflict('mine'))).toMatchObject({ toast: 'Project saved' });
  expect([stored()?.html, stored()?.version, badge(state())]).toEqual([html, 8, 'Saved']);
}

/** A page with unsaved text crashes, and is opened again after the server was set back. */
async function crashBeforeBackup() {
  await openLatest();
  page.store.actions.edit('html', 'latest, and more');
  await studio.time.pass(300);
  page.crash();
  restoreBackup();
  page = studio.open();
}

describe('a server that was restored from a backup', () => {
  test('conflicts with the text of an open page, once', async () => {
    await openLatest();
    restoreBackup();
    page.store.actions.edit('html', 'latest, and more');
    await expectConflict('latest, and more', 1);
  });

  test('conflicts with a save by hand', async () => {
    await openLatest();
    restoreBackup();
    page.store.actions.edit('html', 'latest, and more');
    expect(await done(page.store.actions.save('manual'))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Choose which'),
    });
    await expectConflict('latest, and more', 1);
  });

  test('conflicts with text that was undone while a save of it had no response', async () => {
    await openLatest();
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'latest, and more');
    await studio.time.pass(2_000);
    page.store.actions.edit('html', 'latest');
    restoreBackup();
    studio.fate = deliver;
    await expectConflict('latest', 1);
  });

  test('conflicts with unsaved text that comes back at /', async () => {
    await crashBeforeBackup();
    await done(page.store.actions.restore());
    await expectConflict('latest, and more', 1);
  });

  test('conflicts with a draft that comes back at its address', async () => {
    await crashBeforeBackup();
    await done(page.store.actions.openShared(project.id));
    expect(offeredDraft(state())?.content.html).toBe('latest, and more');
    await done(page.store.actions.restoreDraft());
    await expectConflict('latest, and more', 1);
  });

  test('conflicts with saved text that it no longer has, as soon as the page is connected again', async () => {
    await openLatest();
    restoreBackup();
    await page.remote.watched(project.id, { version: 7, likes: 0, views: 0, forkCount: 0 });
    await expectConflict('latest', 0);
  });

  test('conflicts with saved text when the visibility is changed', async () => {
    await openLatest();
    restoreBackup();
    await done(page.store.actions.setVisibility(false));
    expect(state()).toMatchObject({ project: { isPublic: false }, save: { conflict: { version: 8 } } });
  });

  test('with the text that the page goes on from has no conflict with it', async () => {
    await openLatest();
    restoreBackup('latest');
    page.store.actions.edit('html', 'latest, and more');
    await studio.time.pass(5_000);
    expect([stored()?.html, stored()?.version, badge(state())]).toEqual(['latest, and more', 8, 'Saved']);
    expect(updates()).toHaveLength(2);
  });

  test('shows its text to readers', async () => {
    await openLatest(bob.id);
    restoreBackup();
    await page.remote.watched(project.id, { version: 7, likes: 0, views: 0, forkCount: 0 });
    expect(state()).toMatchObject({
      typed: { html: 'of the backup' },
      dirty: false,
      save: { conflict: null },
    });
  });

  test('is not suspected because of an event that comes late', async () => {
    await openLatest();
    await announce(page, { ...project, version: 9 }, 'other');
    expect([state().typed.html, badge(state())]).toEqual(['latest', 'Saved']);
  });
});

test('a version conflict with the version that was sent is not answered by the same request at once', async () => {
  await openLatest();
  const current = stored();
  const conflict = { status: 409, body: { code: 'version_conflict', detail: 'Changed.', current } };
  studio.fate = () => (studio.sent < 100 ? { refused: conflict } : 'held up');
  page.store.actions.edit('html', 'latest, and more');
  await studio.time.pass(2_000);
  const before = studio.sent;
  await studio.time.pass(60_000);
  expect(studio.sent - before).toBeLessThan(25);
  studio.fate = deliver;
  await studio.time.pass(5_000);
  expect([stored()?.html, badge(state())]).toEqual(['latest, and more', 'Saved']);
});
