import { createStore } from 'zustand/vanilla';
import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { createFakeSocket } from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { offeredDraft } from '../local-copies/draft-offer.ts';
import { mayAutoSave, mayStorePackages, nextLifecycle } from '../project-state.ts';
import { badge, saveLabel } from '../save-status.ts';
import type { RemovedBy } from '../working-project.ts';
import { followRemoteChanges } from './remote-changes.ts';

/** Long enough for an automatic save of a new project. */
const text = '<p>longer than the auto-save minimum</p>';

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();
const stored = () => [...studio.server.projects.values()].filter(({ userId }) => userId === ada.id);

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

/** Hides and closes the page, and opens another one at `/`. */
async function hideAndReload() {
  page.store.leave();
  await studio.time.pass(60_000);
  page = await page.reload();
  const restored = page.store.actions.restore();
  await studio.time.pass(60_000);
  await restored;
}

async function open(userId: string) {
  const project = studio.server.add({ userId, html: text, isPublic: true });
  await done(page.store.actions.open(project.id));
  return project;
}

const whose = { 'somebody else’s': bob.id, 'one’s own': ada.id };

describe.each(Object.entries(whose))('H79: %s project that was removed while it was open', (_, userId) => {
  test.each<RemovedBy>(['owner', 'visibility'])('(%s) is stored nowhere unasked', async (by) => {
    const { id: projectId } = await open(userId);
    studio.server.projects.delete(projectId);
    page.remote.removed({ projectId, by: by as 'owner' });
    expect(state()).toMatchObject({
      lifecycle: { kind: 'detached', by },
      notice: { kind: 'removed', by },
      project: { id: null },
      typed: { html: text },
    });
    await hideAndReload();
    expect(state()).toMatchObject({ lifecycle: { kind: 'detached', by }, typed: { html: text } });
    await hideAndReload();
    page.store.wake();
    await studio.time.pass(60_000);
    expect([stored(), studio.server.saves()]).toEqual([[], []]);
  });

  test('runs with the packages that are found for it, and is not changed by them until the person edits it', async () => {
    const { id: projectId } = await open(userId);
    page.remote.removed({ projectId, by: 'owner' });
    expect(mayStorePackages(state(), state().project.key)).toBe(false);
    page.store.actions.edit('html', `${text}!`);
    expect(mayStorePackages(state(), null)).toBe(true);
  });

  test('is stored when the person keeps it', async () => {
    const { id: projectId } = await open(userId);
    studio.server.projects.delete(projectId);
    page.remote.removed({ projectId, by: 'owner' });
    expect((await page.store.actions.save('manual')).ok).toBe(true);
    expect(state()).toMatchObject({ lifecycle: { kind: 'own' }, notice: null });
    expect([badge(state()), saveLabel(state())]).toEqual(['Saved', 'Saved']);
    expect(stored()).toMatchObject([{ html: text, isPublic: false }]);
  });

  test('is saved by itself once the person edits it', async () => {
    const { id: projectId } = await open(userId);
    studio.server.projects.delete(projectId);
    page.remote.removed({ projectId, by: 'owner' });
    page.store.actions.edit('html', text);
    expect(state().lifecycle.kind).toBe('detached');
    page.store.actions.edit('html', `${text}!`);
    expect(state().lifecycle.kind).toBe('new');
    await studio.time.pass(2_000);
    expect(stored()).toMatchObject([{ html: `${text}!` }]);
  });

  test('is found out at / after it was gone', async () => {
    const { id: projectId } = await open(userId);
    await studio.time.pass(300);
    studio.server.projects.delete(projectId);
    await hideAndReload();
    expect(state()).toMatchObject({ lifecycle: { kind: 'detached', by: 'unknown' }, typed: { html: text } });
    await hideAndReload();
    expect(stored()).toEqual([]);
  });
});

test('H79: what a reader had written into it stays unsaved, and is theirs to keep', async () => {
  const { id: projectId } = await open(bob.id);
  page.store.actions.edit('html', `${text} and mine`);
  await studio.time.pass(300);
  page.remote.removed({ projectId, by: 'visibility' });
  await hideAndReload();
  expect([state().typed.html, stored()]).toEqual([`${text} and mine`, []]);
  await page.store.actions.save('manual');
  expect(stored()).toMatchObject([{ html: `${text} and mine` }]);
});

test('H79: a takedown during a gap in the connection is shown as a takedown', async () => {
  const { id: projectId } = await open(bob.id);
  studio.server.projects.delete(projectId);
  studio.takenDown.add(projectId);
  await done(page.remote.watched(projectId, null));
  expect(state()).toMatchObject({ notice: { by: 'moderation' }, typed: { html: text } });
});

test('a draft of it that is restored at / waits for the person as well', async () => {
  const { id: projectId } = await open(bob.id);
  page.remote.removed({ projectId, by: 'visibility' });
  page.store.actions.startBlank();
  await hideAndReload();
  await page.store.actions.restoreDraft();
  await studio.time.pass(60_000);
  expect(state()).toMatchObject({ lifecycle: { kind: 'detached' }, typed: { html: text } });
  expect(stored()).toEqual([]);
});

test('text in a project that was left, and is removed, is offered at / once its address has led nowhere', async () => {
  const { id: projectId } = await open(bob.id);
  page.store.actions.edit('html', `${text} and mine`);
  await page.openOwn();
  studio.server.projects.delete(projectId);
  await done(page.store.actions.openShared(projectId));
  await done(page.store.actions.openHome());
  await studio.time.pass(0);
  expect(offeredDraft(state())).toMatchObject({ content: { html: `${text} and mine` }, detached: 'unknown' });
  await page.store.actions.restoreDraft();
  await studio.time.pass(60_000);
  expect([state().lifecycle.kind, state().typed.html]).toEqual(['detached', `${text} and mine`]);
  expect(studio.server.saves()).toEqual([]);
});

test('an offer that another notice stood before comes once that is dismissed', async () => {
  page.store.actions.startBlank();
  page.store.actions.edit('html', `${text} of mine`);
  studio.autoSave = false;
  const { id: projectId } = await open(bob.id);
  studio.server.projects.delete(projectId);
  await hideAndReload();
  expect(state()).toMatchObject({ notice: { kind: 'removed' } });
  page.store.actions.dismissNotice();
  await studio.time.pass(0);
  expect(state()).toMatchObject({
    notice: { kind: 'draft', draft: { content: { html: `${text} of mine` } } },
  });
});

test('a copy that was on its way when the project went is made once', async () => {
  const { id: projectId } = await open(bob.id);
  page.store.actions.edit('html', `${text}!`);
  studio.fate = () => 'answer lost';
  void page.store.actions.save('manual');
  await studio.time.pass(0);
  page.remote.removed({ projectId, by: 'owner' });
  studio.fate = () => 'delivered';
  await studio.time.pass(10_000);
  expect(stored()).toMatchObject([{ html: `${text}!` }]);
  expect(state()).toMatchObject({ lifecycle: { kind: 'own' }, notice: null, dirty: false });
});

test('a removed project is followed by another as if nothing had been', async () => {
  const { id: projectId } = await open(bob.id);
  page.remote.removed({ projectId, by: 'owner' });
  await page.openOwn();
  expect(state().lifecycle.kind).toBe('own');
  page.store.actions.startBlank();
  expect(state().lifecycle.kind).toBe('new');
});

test('only new and own projects are saved by themselves', () => {
  const own = { id: 'p', userId: 'u' };
  const detached = nextLifecycle({ kind: 'own', id: 'p' }, { type: 'removed', by: 'owner' });
  const identified = (project: { id: string | null; userId: string | null }) =>
    nextLifecycle(detached, { type: 'identified', project, userId: 'u' });
  expect([own, { ...own, userId: 'v' }, { id: null, userId: null }].map(identified)).toEqual([
    { kind: 'own', id: 'p' },
    { kind: 'shared', id: 'p' },
    detached,
  ]);
  const saved = [nextLifecycle(detached, { type: 'edited' }), identified(own), detached];
  expect(saved.map(mayAutoSave)).toEqual([true, true, false]);
});

describe('one’s own project that is restored from the trash', () => {
  let other: FakePage;
  let id: string;
  let version: number;

  /** Deletes the project in another window. */
  async function removeElsewhere() {
    ({ id, version } = await open(ada.id));
    other = studio.open();
    await done(other.store.actions.open(id));
    await done(other.store.actions.remove(id));
    page.remote.removed({ projectId: id, by: 'owner' });
  }

  /** Restores it there. The server tells all windows, or accepts a watch that it has refused. */
  async function restoreElsewhere(how: 'event' | 'watch') {
    await done(other.store.actions.undoRemove({ id, isPublic: true, isEmbeddable: false }));
    await done(
      how === 'event'
        ? page.remote.updated({ projectId: id, version, changed: [] })
        : page.remote.watched(id, { version, likes: 0, views: 0, forkCount: 0 }),
    );
  }

  test.each(['event', 'watch'] as const)('is open again where it was, unchanged (%s)', async (how) => {
    await removeElsewhere();
    await restoreElsewhere(how);
    expect(state()).toMatchObject({ lifecycle: { kind: 'own', id }, notice: null, typed: { html: text } });
    expect(badge(state())).toBe('Saved');
    page.store.actions.edit('html', `${text}!`);
    await studio.time.pass(2_000);
    expect(stored()).toMatchObject([{ id, html: `${text}!` }]);
  });

  test('is open again after a reload meanwhile', async () => {
    await removeElsewhere();
    await hideAndReload();
    await restoreElsewhere('watch');
    expect(state()).toMatchObject({ lifecycle: { kind: 'own', id }, notice: null, dirty: false });
  });

  test('takes over what was typed before and since', async () => {
    studio.autoSave = false;
    await removeElsewhere();
    page.store.actions.edit('html', `${text} and more`);
    await restoreElsewhere('event');
    expect([badge(state()), state().save.conflict]).toEqual(['Unsaved', null]);
    await page.store.actions.save('manual');
    expect(stored()).toMatchObject([{ id, html: `${text} and more` }]);
  });

  test('saves what was typed before by itself, however short it is', async () => {
    await removeElsewhere();
    page.store.actions.edit('html', 'short');
    await studio.time.pass(10_000);
    await restoreElsewhere('event');
    await studio.time.pass(2_000);
    expect([badge(state()), stored()]).toMatchObject(['Saved', [{ id, html: 'short' }]]);
  });

  test('saves what was typed before by itself where it is restored from the notice, too', async () => {
    await removeElsewhere();
    page.store.actions.edit('html', 'short');
    await studio.time.pass(10_000);
    await done(page.store.actions.undoRemove({ id, isPublic: true, isEmbeddable: false }));
    await done(page.remote.updated({ projectId: id, version, changed: [] }));
    await studio.time.pass(2_000);
    expect([badge(state()), stored()]).toMatchObject(['Saved', [{ id, html: 'short' }]]);
  });

  test('comes with what was written in it there, without a conflict', async () => {
    await removeElsewhere();
    await done(other.store.actions.undoRemove({ id, isPublic: true, isEmbeddable: false }));
    studio.server.saveElsewhere(id, { html: `${text} written there` });
    await done(page.remote.updated({ projectId: id, version, changed: [] }));
    expect([badge(state()), state().typed.html]).toEqual(['Saved', `${text} written there`]);
  });

  test('leaves a copy alone that has been saved since', async () => {
    await removeElsewhere();
    await page.store.actions.save('manual');
    const copy = state().project.id;
    await restoreElsewhere('event');
    expect([state().project.id, copy === id]).toEqual([copy, false]);
  });

  test('is watched until it is back', async () => {
    const session = createStore(() => ({ user: studio.user }));
    const { socket, watched } = createFakeSocket();
    await removeElsewhere();
    const end = followRemoteChanges(page.store, socket, session);
    expect([...watched]).toEqual([id]);
    page.store.actions.startBlank();
    expect([...watched]).toEqual([]);
    end();
  });
});
