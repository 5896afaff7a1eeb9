import { hushWarnings } from '@/testing/log.ts';
import { ada, announce, bob, openStudio, type Studio, type StudioPage } from '@/testing/studio-page.ts';
import { badge, saveLabel } from './badge.ts';

let studio: Studio;
let page: StudioPage;
const state = () => page.store.getState();
const shown = () => badge(state());

beforeEach(() => {
  hushWarnings();
  studio = openStudio();
  page = studio.open();
});

/** Puts one of Ada's saved projects on the desk. */
async function openOwn(html = '<p>one</p>') {
  const project = studio.server.add({ userId: ada.id, html });
  await page.store.actions.open(project.id);
  return project;
}

const saves = () => studio.server.requests.filter(({ method }) => method === 'PUT' || method === 'POST');
const stored = (id: string) => studio.server.projects.get(id);

describe('the edit pipeline', () => {
  test('applies an edit to the preview after 150 ms and pushes it to the project after 500 ms', async () => {
    await openOwn();
    page.store.actions.edit('html', '<p>two</p>');
    expect(state()).toMatchObject({ typed: { html: '<p>two</p>' }, applied: { html: '<p>one</p>' } });
    await studio.time.pass(149);
    expect(state().applied.html).toBe('<p>one</p>');
    await studio.time.pass(1);
    expect(state().applied.html).toBe('<p>two</p>');
    expect(state().project.html).toBe('<p>one</p>');
    await studio.time.pass(350);
    expect(state().project.html).toBe('<p>two</p>');
  });

  test('says Unsaved from the first keystroke, Saving... on the way and Saved once acknowledged', async () => {
    const project = await openOwn();
    expect(shown()).toBe('Saved');
    page.store.actions.edit('html', '<p>two</p>');
    expect(shown()).toBe('Unsaved');
    studio.fate = () => ({ slow: 100 });
    await studio.time.pass(2_000);
    expect(shown()).toBe('Saving...');
    await studio.time.pass(100);
    expect(shown()).toBe('Saved');
    expect(stored(project.id)?.html).toBe('<p>two</p>');
  });

  test('saves after 2 s of quiet, only what changed, on the version it stands on', async () => {
    await openOwn();
    page.store.actions.edit('html', 'a');
    await studio.time.pass(1_900);
    page.store.actions.edit('html', 'ab');
    await studio.time.pass(1_999);
    expect(saves()).toHaveLength(0);
    await studio.time.pass(1);
    expect(saves()).toHaveLength(1);
    expect(saves()[0]).toMatchObject({
      body: { html: 'ab' },
      headers: { 'if-match': '"1"', 'x-client-id': page.clientId, 'x-save-kind': 'auto' },
    });
    expect(Object.keys(saves()[0]?.body ?? {})).toEqual(['html']);
  });

  test('does not save by itself with auto-save off', async () => {
    studio.autoSave = false;
    await openOwn();
    page.store.actions.edit('html', 'x');
    await studio.time.pass(60_000);
    expect(saves()).toHaveLength(0);
    expect(shown()).toBe('Unsaved');
  });

  test('auto-saves a new project only when one source has more than 10 characters after trimming', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('css', '  0123456789  ');
    await studio.time.pass(3_000);
    expect(saves()).toHaveLength(0);
    expect(shown()).toBe('Unsaved');
    page.store.actions.edit('css', '0123456789a');
    await studio.time.pass(2_000);
    expect(saves()).toHaveLength(1);
    expect(shown()).toBe('Saved');
  });
});

describe('a manual save', () => {
  test('creates a project without an id, with its visibility, and says Project saved', async () => {
    page.store.actions.startBlank();
    expect([shown(), saveLabel(state())]).toEqual(['New Project', 'Save']);
    page.store.actions.commitTitle('  ');
    expect(state().project.title).toBe('Untitled');
    page.store.actions.commitTitle('Mine');
    page.store.actions.edit('js', 'x');
    await page.store.actions.setVisibility(true);
    expect(await page.store.actions.save('manual')).toEqual({ ok: true, toast: 'Project saved' });
    expect([shown(), saveLabel(state())]).toEqual(['Saved', 'Saved']);
    expect([...studio.server.projects.values()]).toMatchObject([{ title: 'Mine', js: 'x', isPublic: true }]);
    expect(state().project.key).toBe(state().project.id);
  });

  test('needs a signed-in user', async () => {
    page.store.actions.startBlank();
    studio.user = null;
    expect(await page.store.actions.save('manual')).toEqual({
      ok: false,
      toast: 'Save failed',
      detail: 'You must be logged in to save projects',
    });
  });

  test('makes a private copy of somebody else’s project, with the text as it stands here', async () => {
    const theirs = studio.server.add({
      userId: bob.id,
      html: 'theirs',
      isPublic: true,
      title: 'T',
      likes: 3,
    });
    await page.store.actions.open(theirs.id);
    expect([shown(), saveLabel(state())]).toEqual(['Shared', 'Save Copy']);
    page.store.actions.edit('html', 'theirs, changed');
    await studio.time.pass(10_000);
    expect([shown(), saves().length]).toEqual(['Shared', 0]);
    expect(await page.store.actions.save('manual')).toEqual({ ok: true, toast: 'Project copy saved' });
    expect(shown()).toBe('Saved');
    expect(state().project.id).not.toBe(theirs.id);
    expect(stored(state().project.id ?? '')).toMatchObject({
      userId: ada.id,
      title: 'T',
      html: 'theirs, changed',
      isPublic: false,
      likes: 0,
    });
    expect(stored(theirs.id)?.html).toBe('theirs');
  });

  test('tells why the content itself was refused', async () => {
    await openOwn();
    page.store.actions.edit('html', 'too large');
    const handle = studio.server.handle;
    studio.server.handle = () => ({
      status: 400,
      body: { code: 'validation_failed', detail: 'html: too large' },
    });
    expect(await page.store.actions.save('manual')).toEqual({
      ok: false,
      toast: 'Save failed',
      detail: 'Failed to save project. Please try again. html: too large',
    });
    expect(shown()).toBe('Unsaved');
    studio.server.handle = handle;
    expect((await page.store.actions.save('manual')).ok).toBe(true);
  });
});

describe('saves in order', () => {
  test('one is in flight at a time, and an older answer never overwrites newer text', async () => {
    const project = await openOwn();
    studio.fate = () => ({ slow: 1_000 });
    page.store.actions.edit('html', 'first');
    const first = page.store.actions.save('manual');
    await studio.time.pass(500);
    page.store.actions.edit('html', 'second');
    const second = page.store.actions.save('manual');
    const third = page.store.actions.save('manual');
    expect(saves()).toHaveLength(1);
    await studio.time.pass(500);
    expect((await first).ok).toBe(true);
    expect(state().typed.html).toBe('second');
    expect(shown()).not.toBe('Saved');
    await studio.time.pass(1_000);
    expect([(await second).ok, (await third).ok]).toEqual([true, true]);
    expect(saves().map(({ body }) => body.html)).toEqual(['first', 'second']);
    expect(stored(project.id)?.html).toBe('second');
    expect(shown()).toBe('Saved');
  });

  test('a late answer for a project that is no longer open changes nothing on the desk', async () => {
    await openOwn();
    page.store.actions.edit('html', 'left behind');
    studio.fate = () => ({ slow: 5_000 });
    void page.store.actions.save('manual');
    await studio.time.pass(10);
    page.store.actions.startBlank();
    await studio.time.pass(10_000);
    expect(state().project).toMatchObject({ id: null, html: '' });
    expect(shown()).toBe('New Project');
  });

  test('an undone edit counts as unsaved while a save of it may still have arrived', async () => {
    const project = await openOwn('before');
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'after');
    await page.store.actions.save('manual');
    page.store.actions.edit('html', 'before');
    expect(shown()).toBe('Unsaved');
    studio.fate = () => 'delivered';
    await studio.time.pass(10_000);
    expect(shown()).toBe('Saved');
    expect(stored(project.id)?.html).toBe('before');
  });
});

describe('a network that fails', () => {
  test('offline while typing: the badge tells the truth and all is saved within 5 s of coming back', async () => {
    const project = await openOwn();
    studio.fate = () => 'lost on the way';
    for (let second = 0; second < 60; second += 1) {
      page.store.actions.edit('html', `typed ${second}`);
      expect(shown()).not.toBe('Saved');
      await studio.time.pass(1_000);
    }
    await studio.time.pass(10_000);
    expect(state().notice).toEqual({ kind: 'offline' });
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect(stored(project.id)?.html).toBe('typed 59');
    expect([shown(), state().notice]).toEqual(['Saved', null]);
  });

  test('an online event sends at once, even past a request that hangs', async () => {
    const project = await openOwn();
    studio.fate = () => ({ slow: 29_000 });
    page.store.actions.edit('html', 'hanging');
    await studio.time.pass(2_500);
    page.store.actions.edit('html', 'newest');
    studio.fate = () => 'delivered';
    page.store.wake();
    await studio.time.pass(0);
    expect(stored(project.id)?.html).toBe('newest');
    expect(shown()).toBe('Saved');
  });

  test('a lost answer to a create is repeated with the same key: one project, the newest text', async () => {
    page.store.actions.startBlank();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'first text of it');
    await studio.time.pass(4_000);
    page.store.actions.edit('html', 'newer text of it');
    await studio.time.pass(4_000);
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['newer text of it']);
    expect(shown()).toBe('Saved');
  });

  test('the key of a create outlives a reload', async () => {
    page.store.actions.startBlank();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'first text of it');
    await studio.time.pass(2_000);
    page.crash();
    studio.fate = () => 'delivered';
    page = studio.open();
    await page.store.actions.restore();
    page.store.actions.edit('html', 'after the reload');
    await studio.time.pass(5_000);
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['after the reload']);
  });

  test('a lost answer to an update is no conflict with oneself', async () => {
    const project = await openOwn();
    studio.fate = () => 'answer lost';
    page.store.actions.edit('html', 'a');
    await studio.time.pass(2_000);
    page.store.actions.edit('html', 'ab');
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([shown(), state().conflict, stored(project.id)?.html]).toEqual(['Saved', null, 'ab']);
  });

  test('503 is retried, with waits that grow and never pass 4 s', async () => {
    await openOwn();
    const times: number[] = [];
    studio.fate = () => {
      times.push(studio.time.now());
      return 'unavailable';
    };
    page.store.actions.edit('html', 'x');
    await studio.time.pass(30_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits.slice(0, 5)).toEqual([375, 750, 1_500, 3_000, 3_000]);
  });
});

describe('a dead session', () => {
  test('keeps the draft and saves it after the next login', async () => {
    const project = await openOwn();
    studio.user = null;
    const handle = studio.server.handle;
    studio.user = ada;
    studio.server.handle = () => ({ status: 401, body: { code: 'unauthorized', detail: 'Sign in.' } });
    page.store.actions.edit('html', 'kept');
    await studio.time.pass(2_000);
    expect([page.unauthorized, shown()]).toEqual([1, 'Unsaved']);
    studio.user = null;
    await studio.time.pass(60_000);
    studio.server.handle = handle;
    studio.user = ada;
    await page.store.actions.restore();
    await studio.time.pass(2_000);
    expect([stored(project.id)?.html, shown()]).toEqual(['kept', 'Saved']);
  });

  test('never saves one user’s text into another’s account', async () => {
    await openOwn();
    page.store.actions.edit('html', 'Ada’s');
    studio.user = bob;
    expect((await page.store.actions.save('manual')).ok).toBe(false);
    await studio.time.pass(10_000);
    expect(saves()).toHaveLength(0);
    await page.store.actions.restore();
    expect(state().typed.html).not.toContain('Ada’s');
  });
});

describe('two windows', () => {
  test('a clean one takes the new text', async () => {
    const project = await openOwn('one');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'two' }), 'other');
    expect(state()).toMatchObject({
      typed: { html: 'two' },
      project: { html: 'two', version: 2 },
      dirty: false,
    });
    expect(shown()).toBe('Saved');
  });

  test('a dirty one keeps its text, stays Unsaved and gets a conflict', async () => {
    const project = await openOwn('one');
    page.store.actions.edit('html', 'mine');
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'theirs' }), 'other');
    expect(state().conflict?.html).toBe('theirs');
    expect([state().typed.html, shown()]).toEqual(['mine', 'Unsaved']);
    await studio.time.pass(20_000);
    expect(saves()).toHaveLength(0);
  });

  test('one’s own save does not come back as news', async () => {
    const project = await openOwn('one');
    const reads = studio.server.requests.length;
    await announce(page, studio.server.saveElsewhere(project.id, { html: 'two' }), page.clientId);
    expect(studio.server.requests).toHaveLength(reads);
  });

  test('a stale save gets a conflict, and no text is lost by any of the three ways out', async () => {
    for (const choice of ['mine', 'theirs', 'copy'] as const) {
      const project = await openOwn('one');
      page.store.actions.edit('html', 'mine');
      studio.server.saveElsewhere(project.id, { html: 'theirs' });
      expect(await page.store.actions.save('manual')).toMatchObject({ ok: false, toast: 'Save failed' });
      expect([shown(), state().conflict?.html]).toEqual(['Unsaved', 'theirs']);
      const outcome = await page.store.actions.resolveConflict(choice);
      expect([outcome.ok, state().conflict, shown()]).toEqual([true, null, 'Saved']);
      const here = choice === 'theirs' ? 'theirs' : 'mine';
      expect([state().typed.html, stored(state().project.id ?? '')?.html]).toEqual([here, here]);
      expect(stored(project.id)?.html).toBe(choice === 'mine' ? 'mine' : 'theirs');
      if (choice === 'copy') expect(state().project.id).not.toBe(project.id);
    }
  });

  test('a newer version with the same text is no conflict', async () => {
    const project = await openOwn('one');
    page.store.actions.edit('html', 'mine');
    studio.server.saveElsewhere(project.id, { isPublic: true });
    await studio.time.pass(2_000);
    expect([shown(), stored(project.id)?.html, state().project.isPublic]).toEqual(['Saved', 'mine', true]);
  });

  test('a project removed elsewhere leaves its text, without an id', async () => {
    const project = await openOwn('one');
    page.store.remote.removed({ projectId: project.id, by: 'owner' });
    expect(state()).toMatchObject({
      notice: { kind: 'removed', by: 'owner' },
      project: { id: null },
      typed: { html: 'one' },
    });
    expect(shown()).toBe('Unsaved');
    await studio.time.pass(10_000);
    expect(saves()).toHaveLength(0);
  });

  test('likes and counts arrive by themselves and leave the text alone', async () => {
    const project = await openOwn('one');
    page.store.actions.edit('html', 'mine');
    page.store.remote.likes({ projectId: project.id, likes: 7 });
    page.store.remote.stats({ projectId: project.id, views: 8, forkCount: 9 });
    expect(state()).toMatchObject({
      project: { likes: 7, views: 8, forkCount: 9 },
      typed: { html: 'mine' },
      dirty: true,
    });
  });
});

describe('leaving the page', () => {
  test('sends the changed fields with keepalive when they are small', async () => {
    const project = await openOwn();
    page.store.actions.edit('css', 'é'.repeat(1_000));
    page.store.leave();
    await studio.time.pass(0);
    expect(saves()).toMatchObject([{ keepalive: true, body: { css: 'é'.repeat(1_000) } }]);
    expect(stored(project.id)?.css).toBe('é'.repeat(1_000));
  });

  test('counts bytes: 31,000 two-byte characters are past 60 KiB and wait as a draft', async () => {
    await openOwn();
    page.store.actions.edit('css', 'é'.repeat(31_000));
    page.store.leave();
    await studio.time.pass(0);
    expect(saves()).toMatchObject([{ keepalive: false }]);
  });
});
