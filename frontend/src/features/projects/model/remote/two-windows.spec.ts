import { createStore } from 'zustand/vanilla';
import {
  ada,
  announce,
  bob,
  done,
  type FakePage,
  type FakeStudio,
  openFakeStudio,
} from '@/testing/fake-browser.ts';
import { createFakeSocket } from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { badge } from '../save-status.ts';
import { followRemoteChanges } from './remote-changes.ts';

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();
const shown = () => badge(state());
const stored = (id: string) => studio.server.projects.get(id);

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

describe('two windows', () => {
  test('a project removed during a gap in the connection is detected by its refused watch', async () => {
    const project = await page.openOwn('mine to keep');
    await page.remote.watched(project.id, null);
    expect(state()).toMatchObject({ notice: null, project: { id: project.id } });

    // A proxy's 404 says nothing about the project.
    studio.fate = () => ({ refused: { status: 404, body: {} } });
    await page.remote.watched(project.id, null);
    expect(state()).toMatchObject({ notice: null, project: { id: project.id } });

    studio.fate = () => 'delivered';
    studio.server.projects.delete(project.id);
    await page.remote.watched(project.id, null);
    expect(state()).toMatchObject({
      notice: { kind: 'removed', by: 'unknown' },
      project: { id: null },
      typed: { html: 'mine to keep' },
    });
  });

  describe('after its user has signed out, or another has signed in', () => {
    test.each([null, bob])(
      'an own project that the server no longer shows counts as not removed (%j)',
      async (next) => {
        const project = await page.openOwn('mine to keep');
        studio.user = next;
        await done(page.remote.watched(project.id, null));
        page.remote.removed({ projectId: project.id, by: 'visibility' });
        expect(state()).toMatchObject({ notice: null, project: { id: project.id }, userId: ada.id });
      },
    );

    test('nor does one that the server was being asked for then', async () => {
      const project = await page.openOwn('mine to keep');
      studio.fate = () => ({ late: 1_000 });
      const checked = page.remote.watched(project.id, null);
      studio.user = null;
      studio.server.projects.delete(project.id);
      await studio.time.pass(1_000);
      await checked;
      expect(state()).toMatchObject({ notice: null, project: { id: project.id } });
    });

    test('it is no longer watched, until its user is back', async () => {
      const project = await page.openOwn();
      const session = createStore(() => ({ user: studio.user }));
      const { socket, watched } = createFakeSocket();
      const end = followRemoteChanges(page.store, socket, session);
      expect([...watched]).toEqual([project.id]);
      session.setState({ user: bob });
      expect([...watched]).toEqual([]);
      session.setState({ user: ada });
      expect([...watched]).toEqual([project.id]);
      end();
      expect([...watched]).toEqual([]);
    });
  });

  test('a project deleted while a save of it was answered late stays without an id, and unsaved', async () => {
    const project = await page.openOwn('one');
    studio.fate = () => ({ slow: 1_000 });
    page.store.actions.edit('html', 'mine');
    const saved = page.store.actions.save('manual');
    await studio.time.pass(500);
    page.remote.removed({ projectId: project.id, by: 'owner' });
    await studio.time.pass(1_000);
    expect((await saved).ok).toBe(false);
    expect(state()).toMatchObject({
      notice: { kind: 'removed', by: 'owner' },
      project: { id: null },
      typed: { html: 'mine' },
    });
    expect(shown()).toBe('Unsaved');
  });

  test.each(['unavailable', 'too many'] as const)(
    'a newer text that could not be fetched (%s) is asked for again, no sooner than the server wants',
    async (fate) => {
      const project = await page.openOwn('one');
      studio.fate = () => fate;
      await announce(page, studio.server.saveElsewhere(project.id, { html: 'two' }), 'other');
      const before = studio.server.requests.length;
      studio.fate = () => 'delivered';
      const wished = fate === 'too many' ? 20_000 : 0;
      await studio.time.pass(wished);
      expect(studio.server.requests).toHaveLength(before);
      await studio.time.pass(4_000);
      expect([state().typed.html, shown()]).toEqual(['two', 'Saved']);
    },
  );

  test('a clean one takes the new text', async () => {
    const project = await page.openOwn('one');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'two' }), 'other');
    expect(state()).toMatchObject({
      typed: { html: 'two' },
      project: { html: 'two', version: 2 },
      dirty: false,
    });
    expect(shown()).toBe('Saved');
  });

  test('a dirty one keeps its text, stays Unsaved and gets a conflict', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    expect(state().save.conflict?.html).toBe('theirs');
    expect([state().typed.html, shown()]).toEqual(['mine', 'Unsaved']);
    await studio.time.pass(20_000);
    expect(studio.server.saves()).toHaveLength(0);
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs, newer' }), 'other');
    expect([state().typed.html, state().save.conflict?.html]).toEqual(['mine', 'theirs, newer']);
  });

  test('text that was taken back in a conflict is not Saved: the server holds another', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    page.store.actions.edit('html', 'one');
    expect(shown()).toBe('Unsaved');
    await page.store.actions.resolveConflict('theirs');
    expect([state().typed.html, shown()]).toEqual(['theirs', 'Saved']);
  });

  test('a clean one says Saving... while another saves, until that has ended, and never forever', async () => {
    const { id: projectId } = await page.openOwn('one');
    const announceStatus = (status: 'saving' | 'failed') =>
      page.remote.saveStatus({ projectId, status, origin: 'other' });
    await announceStatus('saving');
    expect(shown()).toBe('Saving...');
    await announceStatus('failed');
    expect(shown()).toBe('Saved');

    await announceStatus('saving');
    await announce(page, studio.server.saveElsewhere(projectId, { html: 'two' }), 'other');
    expect([shown(), state().typed.html]).toEqual(['Saved', 'two']);

    await announceStatus('saving');
    page.store.actions.edit('html', 'mine');
    expect(shown()).toBe('Unsaved');
    page.store.actions.edit('html', 'two');
    expect(shown()).toBe('Saving...');
    await studio.time.pass(30_000);
    expect(shown()).toBe('Saved');
  });

  test('both events of a save are answered by one request, and later ones by another', async () => {
    const { id: projectId } = await page.openOwn('one');
    const reads = () => studio.server.requests.filter(({ method }) => method === 'GET').length;
    const before = reads();
    for (const html of ['two', 'three']) {
      const saved = studio.server.saveElsewhere(projectId, { html });
      void page.remote.updated({ projectId, version: saved.version, changed: ['html'] });
      await announce(page, saved, 'other');
      await studio.time.pass(0);
      expect([state().typed.html, shown()]).toEqual([html, 'Saved']);
    }
    expect(reads()).toBe(before + 2);
  });

  test('somebody else’s project with unsaved changes is not read again, as its new text would not be taken', async () => {
    const { id: projectId } = studio.server.add({ userId: bob.id, html: 'theirs', isPublic: true });
    await page.store.actions.open(projectId);
    page.store.actions.edit('html', 'theirs and mine');
    const reads = studio.server.requests.length;
    const { version } = studio.server.saveElsewhere(projectId, { html: 'newer' });
    await done(page.remote.updated({ projectId, version, changed: ['html'] }));
    expect(studio.server.requests).toHaveLength(reads);
    expect(state().typed.html).toBe('theirs and mine');
  });

  test('unsaved text is saved by itself once its conflict is over', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    await studio.time.pass(10_000);
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'one' }), 'other');
    expect([state().save.conflict, shown()]).toEqual([null, 'Unsaved']);
    await studio.time.pass(2_000);
    expect([stored(project.id)?.html, shown()]).toEqual(['mine', 'Saved']);
  });

  test('one’s own save does not come back as news', async () => {
    const project = await page.openOwn('one');
    const reads = studio.server.requests.length;
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'two' }), page.clientId);
    expect(studio.server.requests).toHaveLength(reads);
  });

  test('a stale save gets a conflict, and no text is lost by any of the three ways out', async () => {
    for (const choice of ['mine', 'theirs', 'copy'] as const) {
      const project = await page.openOwn('one');
      page.store.actions.edit('html', 'mine');
      studio.server.saveElsewhere(project.id, { html: 'theirs' });
      expect(await page.store.actions.save('manual')).toMatchObject({ ok: false, toast: 'Save failed' });
      expect([shown(), state().save.conflict?.html]).toEqual(['Unsaved', 'theirs']);
      const outcome = await page.store.actions.resolveConflict(choice);
      expect([outcome.ok, state().save.conflict, shown()]).toEqual([true, null, 'Saved']);
      const here = choice === 'theirs' ? 'theirs' : 'mine';
      expect([state().typed.html, stored(state().project.id ?? '')?.html]).toEqual([here, here]);
      expect(stored(project.id)?.html).toBe(choice === 'mine' ? 'mine' : 'theirs');
      if (choice === 'copy') expect(state().project.id).not.toBe(project.id);
    }
  });

  test('a copy that is chosen after a save went unanswered is a copy at once', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    studio.fate = () => 'lost on the way';
    await page.store.actions.save('manual');
    studio.fate = () => 'delivered';
    expect(await page.store.actions.resolveConflict('copy')).toMatchObject({ ok: true });
    expect(stored(state().project.id ?? '')?.html).toBe('mine');
    expect(state().project.id).not.toBe(project.id);
  });

  test('whoever keeps their text after a copy has failed gets no copy, and auto-save goes on', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    studio.fate = () => 'lost on the way';
    expect(await done(page.store.actions.resolveConflict('copy'))).toMatchObject({ ok: false });
    studio.fate = () => 'delivered';
    expect(await done(page.store.actions.resolveConflict('mine'))).toMatchObject({ ok: true });
    expect([state().project.id, stored(project.id)?.html, shown()]).toEqual([project.id, 'mine', 'Saved']);
    page.store.actions.edit('html', 'mine, and more');
    await studio.time.pass(3_000);
    expect(stored(project.id)?.html).toBe('mine, and more');
    expect(studio.server.projects.size).toBe(1);
  });

  test('visibility still changes while there is a conflict', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    await page.store.actions.setVisibility(true);
    expect([state().project.isPublic, state().typed.html, state().save.conflict?.html]).toEqual([
      true,
      'mine',
      'theirs',
    ]);
  });

  test('a newer version with the same text is no conflict', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    studio.server.saveElsewhere(project.id, { isPublic: true });
    await studio.time.pass(2_000);
    expect([shown(), stored(project.id)?.html, state().project.isPublic]).toEqual(['Saved', 'mine', true]);
  });

  test('a project removed elsewhere leaves its text, without an id', async () => {
    const project = await page.openOwn('one');
    page.remote.removed({ projectId: project.id, by: 'owner' });
    expect(state()).toMatchObject({
      notice: { kind: 'removed', by: 'owner' },
      project: { id: null },
      typed: { html: 'one' },
    });
    expect(shown()).toBe('Unsaved');
    await studio.time.pass(10_000);
    expect(studio.server.saves()).toHaveLength(0);
  });

  test('likes and counts arrive by themselves and leave the text alone', async () => {
    const project = await page.openOwn('one');
    page.store.actions.edit('html', 'mine');
    page.remote.likes({ projectId: project.id, likes: 7 });
    page.remote.stats({ projectId: project.id, views: 8, forkCount: 9 });
    expect(state()).toMatchObject({
      project: { likes: 7, views: 8, forkCount: 9 },
      typed: { html: 'mine' },
      dirty: true,
    });
  });
});
