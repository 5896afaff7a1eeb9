import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
import { badge } from '../save-status.ts';
import { offeredDraft } from './draft-offer.ts';

// Imported here, as it is otherwise loaded on demand when a project is opened.

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();
const shown = () => badge(state());
const hour = 3_600_000;

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

/** Opens a project and waits for the check of its drafts. */
async function openShared(id: string) {
  const outcome = await page.store.actions.openShared(id);
  await settled();
  return outcome;
}

describe('opening /project/{id}', () => {
  test('shows the project, with the toast once per session', async () => {
    const project = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    expect(await openShared(project.id)).toEqual({
      ok: true,
      toast: 'Shared project loaded',
    });
    expect([state().typed.html, shown()]).toEqual(['theirs', 'Shared']);
    page = await page.reload();
    expect(await openShared(project.id)).toEqual({ ok: true });
    expect(state().typed.html).toBe('theirs');
  });

  test('a private or unknown one fails, and leaves the open project as it was', async () => {
    const project = studio.server.add({ userId: bob.id });
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'mine');
    expect(await openShared(project.id)).toEqual({
      ok: false,
      toast: 'Failed to load shared project',
      detail: "The project may be private or doesn't exist",
    });
    expect(state().typed.html).toBe('mine');
  });

  test('for somebody who has signed out meanwhile, it is not shown to whoever signs in next', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'Ada’s' });
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.openShared(project.id);
    await studio.time.pass(100);
    studio.user = bob;
    const opened = page.store.actions.openShared(project.id);
    await studio.time.pass(1_000);
    expect(await opened).toMatchObject({ ok: false, toast: 'Failed to load shared project' });
    expect(state()).toMatchObject({ userId: null, typed: { html: '' }, loading: false });
  });

  test('for somebody who has signed out meanwhile, it is shown to nobody', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'Ada’s' });
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.openShared(project.id);
    await studio.time.pass(100);
    studio.user = null;
    await studio.time.pass(1_000);
    expect(state()).toMatchObject({ userId: null, typed: { html: '' }, loading: false });
  });

  test('that somebody who has signed out meanwhile may not read leaves the drafts of who signs in next', async () => {
    const project = studio.server.add({ userId: bob.id, html: 'saved' });
    studio.user = bob;
    await openShared(project.id);
    page.store.actions.edit('html', 'Bob’s, unsaved');
    await studio.time.pass(400);
    page.crash();
    page = studio.open();
    studio.user = ada;
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.openShared(project.id);
    await studio.time.pass(100);
    studio.user = bob;
    await studio.time.pass(1_000);
    await settled();
    const drafts = Object.keys(window.localStorage).filter((key) => key.startsWith('codestudio_draft'));
    expect(drafts).toEqual([expect.stringContaining(project.id)]);
  });

  test('asked for and given up for the one that is open, it does not come later', async () => {
    const project = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    const { id } = await page.openOwn('mine');
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.openShared(project.id);
    await studio.time.pass(100);
    await page.store.actions.openShared(id);
    await studio.time.pass(1_000);
    expect(state()).toMatchObject({ project: { id }, loading: false });
  });

  test('asked for and given up for a new project, it does not come later', async () => {
    const project = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    page.store.actions.startBlank();
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.openShared(project.id);
    await studio.time.pass(100);
    await page.store.actions.restore();
    await studio.time.pass(1_000);
    expect(state()).toMatchObject({ project: { id: null }, loading: false });
  });

  test('returned to while / is still loading, it stays', async () => {
    const { id } = await page.openOwn('mine');
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.openHome();
    await studio.time.pass(100);
    await page.store.actions.openShared(id);
    await studio.time.pass(2_000);
    expect(state()).toMatchObject({ project: { id }, loading: false });
  });

  test('asked for twice at once, it is fetched once', async () => {
    const project = studio.server.add({ userId: ada.id });
    await Promise.all([openShared(project.id), openShared(project.id)]);
    expect(studio.server.requests).toHaveLength(1);
  });

  test.each([
    ['text', () => page.store.actions.edit('html', 'typed meanwhile')],
    ['a title', () => page.store.actions.commitTitle('Typed meanwhile')],
    ['half a title', () => page.store.actions.typeTitle('Typed meanwhile')],
  ])('does not come over %s that was typed while it was loading, which is saved', async (_, type) => {
    const mine = await done(page.openOwn('mine'));
    const project = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    studio.fate = () => ({ slow: 500 });
    const opened = page.store.actions.openShared(project.id);
    await studio.time.pass(100);
    type();
    await studio.time.pass(500);
    expect(await opened).toEqual({
      ok: false,
      toast: 'Failed to load project',
      detail: 'You have changed the open project in the meantime.',
    });
    expect(state().project.id).toBe(mine.id);
    await studio.time.pass(3_000);
    const { typed, project: shown } = state();
    expect(studio.server.projects.get(mine.id)).toMatchObject({ html: typed.html, title: shown.title });
    expect([typed.html, shown.title].join()).toContain('yped meanwhile');
  });

  async function leaveDraft(id: string) {
    await done(openShared(id));
    page.store.actions.edit('html', 'draft');
    await studio.time.pass(300);
    page.crash();
    page = studio.open();
  }

  test('offers a draft, and restores it as unsaved', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await leaveDraft(project.id);
    await openShared(project.id);
    expect([state().typed.html, state().notice?.kind, shown()]).toEqual(['one', 'draft', 'Saved']);
    await page.store.actions.restoreDraft();
    expect([state().typed.html, state().applied.html, state().notice, shown()]).toEqual([
      'draft',
      'draft',
      null,
      'Unsaved',
    ]);
    await studio.time.pass(2_000);
    expect(studio.server.projects.get(project.id)?.html).toBe('draft');
  });

  test('typing on while a draft is offered does not overwrite it', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await leaveDraft(project.id);
    await done(openShared(project.id));
    page.store.actions.edit('html', 'typed instead');
    await studio.time.pass(300);
    page.crash();
    page = studio.open();
    await openShared(project.id);
    const offers: (string | undefined)[] = [];
    while (offeredDraft(state())) {
      offers.push(offeredDraft(state())?.content.html);
      await page.store.actions.discardDraft();
      page = await page.reload();
      await openShared(project.id);
    }
    expect(new Set(offers)).toEqual(new Set(['draft', 'typed instead']));
  });

  test('a discarded draft is gone', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await leaveDraft(project.id);
    await openShared(project.id);
    await page.store.actions.discardDraft();
    expect(state()).toMatchObject({ notice: null, typed: { html: 'one' } });
    page = await page.reload();
    await openShared(project.id);
    expect(state().notice).toBeNull();
  });

  test('a draft of 24 hours is no longer offered', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await leaveDraft(project.id);
    await studio.time.pass(24 * hour);
    await openShared(project.id);
    expect(state().notice).toBeNull();
  });

  test('a draft that others have moved past is offered too, and never overwrites their text unasked', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await leaveDraft(project.id);
    await studio.time.pass(hour);
    studio.server.saveElsewhere(project.id, { html: 'an hour later' });
    await openShared(project.id);
    expect([state().notice?.kind, state().typed.html]).toEqual(['draft', 'an hour later']);
    await page.store.actions.restoreDraft();
    await studio.time.pass(2_000);
    expect([state().typed.html, state().save.conflict?.html]).toEqual(['draft', 'an hour later']);
    expect(studio.server.projects.get(project.id)?.html).toBe('an hour later');
  });

  test('a draft typed while an older text was on its way is offered, and is no conflict with that text', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(openShared(project.id));
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'on its way');
    await studio.time.pass(2_000);
    page.store.actions.edit('html', 'on its way, and more');
    await studio.time.pass(300);
    page.crash();
    studio.fate = () => 'delivered';
    expect(studio.server.projects.get(project.id)?.html).toBe('on its way');
    page = studio.open();
    await openShared(project.id);
    expect(offeredDraft(state())?.content.html).toBe('on its way, and more');
    await page.store.actions.restoreDraft();
    await studio.time.pass(2_000);
    expect([state().save.conflict, studio.server.projects.get(project.id)?.html]).toEqual([
      null,
      'on its way, and more',
    ]);
  });

  test('text of a page’s last moment is offered, even where the database of drafts had no time for it', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(openShared(project.id));
    page.store.actions.edit('html', 'older');
    await studio.time.pass(300);
    const drafts = Object.entries(window.localStorage).filter(([key]) => key.startsWith('codestudio_draft'));
    page.store.actions.edit('html', 'newest');
    studio.fate = () => 'lost on the way';
    page.store.leave();
    await studio.time.pass(0);
    page.crash();
    for (const [key, value] of drafts) window.localStorage.setItem(key, String(value));
    studio.fate = () => 'delivered';
    page = studio.open();
    await openShared(project.id);
    expect(offeredDraft(state())?.content.html).toBe('newest');
    await studio.time.pass(300);
    page.crash();
    page = studio.open();
    await openShared(project.id);
    expect(offeredDraft(state())?.content.html).toBe('newest');
  });

  test('what a closing page still brought to the server is not offered again', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(openShared(project.id));
    page.store.actions.edit('html', 'older');
    await studio.time.pass(300);
    const drafts = Object.entries(window.localStorage).filter(([key]) => key.startsWith('codestudio_draft'));
    page.store.actions.edit('html', 'newest');
    page = await page.reload();
    for (const [key, value] of drafts) window.localStorage.setItem(key, String(value));
    await openShared(project.id);
    expect([state().typed.html, state().notice]).toEqual(['newest', null]);
  });

  test('nobody is offered another user’s draft', async () => {
    const project = studio.server.add({ userId: bob.id, isPublic: true, html: 'one' });
    await leaveDraft(project.id);
    studio.user = { id: 'c'.repeat(16) };
    await openShared(project.id);
    expect(state().notice).toBeNull();
  });
});

describe('opening from a list', () => {
  test('says Project loaded, and starts a new opening for the editors', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    const before = state().opening;
    expect(await page.store.actions.open(project.id)).toEqual({ ok: true, toast: 'Project loaded' });
    expect(state().opening).toBeGreaterThan(before);
  });

  test('without an id, and when it fails', async () => {
    expect(await page.store.actions.open('')).toEqual({
      ok: false,
      toast: 'Cannot load project',
      detail: 'Project ID is missing. Please refresh and try again.',
    });
    expect(await page.store.actions.open('nothere')).toEqual({
      ok: false,
      toast: 'Failed to load project',
      detail: 'Not found.',
    });
  });

  test('the last one asked for wins, whichever answers first', async () => {
    const [slow, quick] = ['slow', 'quick'].map((html) => studio.server.add({ userId: ada.id, html }));
    const fates = [{ slow: 900 }, { slow: 100 }];
    studio.fate = () => fates.shift() ?? 'delivered';
    void page.store.actions.open(slow?.id ?? '');
    void page.store.actions.open(quick?.id ?? '');
    await studio.time.pass(1_000);
    expect([state().typed.html, state().loading]).toEqual(['quick', false]);
  });
});
