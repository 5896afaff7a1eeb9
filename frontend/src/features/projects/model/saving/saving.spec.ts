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
import { badge, saveLabel } from '../save-status.ts';

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

describe('debounced edits', () => {
  test('applies an edit to the preview after 150 ms and pushes it to the project after 500 ms', async () => {
    await page.openOwn();
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

  test.each([
    [40, 110],
    [149, 1],
    // So long ago that it was an unrelated key.
    [150, 150],
    [Number.POSITIVE_INFINITY, 150],
  ])('a key that was pressed %d ms ago shows in the preview after %d more', async (late, wait) => {
    await page.openOwn();
    studio.sinceLastKey = late;
    page.store.actions.edit('html', '<p>two</p>');
    await studio.time.pass(wait - 1);
    expect(state().applied.html).toBe('<p>one</p>');
    await studio.time.pass(1);
    expect(state().applied.html).toBe('<p>two</p>');
  });

  test('says Unsaved from the first keystroke, Saving... on the way and Saved once acknowledged', async () => {
    const project = await page.openOwn();
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
    await page.openOwn();
    page.store.actions.edit('html', 'a');
    await studio.time.pass(1_900);
    page.store.actions.edit('html', 'ab');
    await studio.time.pass(1_999);
    expect(studio.server.saves()).toHaveLength(0);
    await studio.time.pass(1);
    expect(studio.server.saves()).toHaveLength(1);
    expect(studio.server.saves()[0]).toMatchObject({
      body: { html: 'ab' },
      headers: { 'if-match': '"1"', 'x-client-id': page.clientId, 'x-save-kind': 'auto' },
    });
    expect(Object.keys(studio.server.saves()[0]?.body ?? {})).toEqual(['html']);
  });

  test('sends nothing by itself for a clean project', async () => {
    await page.openOwn();
    page.store.actions.edit('html', 'a');
    page.store.actions.edit('html', '<p>one</p>');
    await studio.time.pass(2_000);
    page.store.leave();
    page.store.wake();
    await studio.time.pass(2_000);
    expect(studio.server.saves()).toHaveLength(0);
  });

  test('packages in another order are nothing to save, another version of one is', async () => {
    const config = (packages: Record<string, string>) => ({ ...state().project.frameworkConfig, packages });
    const project = await page.openOwn();
    page.store.actions.setFramework(config({ three: '0.180.0', d3: '7.9.0' }));
    await page.store.actions.save('manual');
    page.store.actions.setFramework(config({ d3: '7.9.0', three: '0.180.0' }));
    expect(shown()).toBe('Saved');
    page.store.actions.setFramework(config({ d3: '7.9.0', three: '0.181.0' }));
    expect(shown()).toBe('Unsaved');
    await page.store.actions.save('manual');
    expect(stored(project.id)?.frameworkConfig.packages).toEqual({ d3: '7.9.0', three: '0.181.0' });
  });

  test('leaves the configuration and the tags the same objects, which tells what uses them that nothing changed', async () => {
    await page.openOwn();
    const { frameworkConfig, tags } = state().project;
    page.store.actions.edit('html', 'a');
    await studio.time.pass(2_000);
    expect(shown()).toBe('Saved');
    expect(state().project.frameworkConfig).toBe(frameworkConfig);
    expect(state().project.tags).toBe(tags);
  });

  test('does not save by itself with auto-save off', async () => {
    studio.autoSave = false;
    await page.openOwn();
    page.store.actions.edit('html', 'x');
    await studio.time.pass(60_000);
    expect(studio.server.saves()).toHaveLength(0);
    expect(shown()).toBe('Unsaved');
  });

  test('auto-saves a new project only when one source has more than 10 characters after trimming', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('css', '  0123456789  ');
    await studio.time.pass(3_000);
    expect(studio.server.saves()).toHaveLength(0);
    expect(shown()).toBe('Unsaved');
    page.store.actions.edit('css', '0123456789a');
    await studio.time.pass(2_000);
    expect(studio.server.saves()).toHaveLength(1);
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
    expect([shown(), studio.server.saves().length]).toEqual(['Shared', 0]);
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

  test('shows why the content itself was refused', async () => {
    await page.openOwn();
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

describe('a manual save of text that is saved already', () => {
  const savesByHand = () =>
    studio.server.saves().filter(({ headers }) => headers['x-save-kind'] === 'manual');
  const saved = { ok: true, toast: 'Project saved' };

  test('asks the server once to keep its revision', async () => {
    const { id } = await page.openOwn();
    page.store.actions.edit('html', '<p>two</p>');
    await studio.time.pass(2_000);
    expect(savesByHand()).toEqual([]);
    expect(await page.store.actions.save('manual')).toEqual(saved);
    expect(savesByHand()).toMatchObject([{ body: {}, headers: { 'if-match': '"2"' } }]);
    expect(Object.keys(savesByHand()[0]?.body ?? {})).toEqual([]);
    expect([shown(), stored(id)?.version]).toEqual(['Saved', 2]);
    expect(await page.store.actions.save('manual')).toEqual(saved);
    expect(savesByHand()).toHaveLength(1);
    page.store.actions.edit('html', '<p>three</p>');
    await studio.time.pass(2_000);
    await page.store.actions.save('manual');
    expect(savesByHand()).toHaveLength(2);
  });

  test('sends nothing where it was saved by hand', async () => {
    await page.openOwn();
    page.store.actions.edit('html', '<p>two</p>');
    await page.store.actions.save('manual');
    expect(await page.store.actions.save('manual')).toEqual(saved);
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>new</p>');
    await page.store.actions.save('manual');
    expect(await page.store.actions.save('manual')).toEqual(saved);
    expect(studio.server.saves()).toHaveLength(2);
  });

  test('keeps the revision of an automatic save that is under way, or had no answer', async () => {
    await page.openOwn();
    page.store.actions.edit('html', '<p>two</p>');
    studio.fate = () => ({ slow: 500 });
    await studio.time.pass(2_000);
    const first = page.store.actions.save('manual');
    await studio.time.pass(2_000);
    expect([await first, savesByHand().length]).toEqual([saved, 1]);
    page.store.actions.edit('html', '<p>three</p>');
    studio.fate = () => 'answer lost';
    await studio.time.pass(2_000);
    studio.fate = () => 'delivered';
    expect([await page.store.actions.save('manual'), savesByHand().length]).toEqual([saved, 2]);
    expect([shown(), state().notice]).toEqual(['Saved', null]);
  });

  test('is not said to be done without a connection, and is done once there is one; the text counts as saved', async () => {
    await page.openOwn();
    page.store.actions.edit('html', '<p>two</p>');
    await studio.time.pass(2_000);
    studio.fate = () => 'lost on the way';
    expect(await page.store.actions.save('manual')).toMatchObject({ ok: false, toast: 'Save failed' });
    expect([shown(), state().dirty]).toEqual(['Saved', false]);
    studio.fate = () => 'delivered';
    await studio.time.pass(5_000);
    expect([savesByHand().length, state().notice]).toEqual([1, null]);
  });

  test('takes the text that was saved elsewhere meanwhile', async () => {
    const { id } = await page.openOwn();
    studio.server.saveElsewhere(id, { html: '<p>theirs</p>' });
    expect(await page.store.actions.save('manual')).toEqual(saved);
    expect([shown(), state().typed.html]).toEqual(['Saved', '<p>theirs</p>']);
  });
});

describe('what is chosen around a save', () => {
  test('a title that is still being typed is taken by a save and by the end of the page', async () => {
    const project = await page.openOwn();
    page.store.actions.typeTitle('Half a na');
    page.store.actions.edit('html', 'x');
    await studio.time.pass(2_000);
    expect(stored(project.id)?.title).toBe('Half a na');
    page.store.actions.typeTitle('Half a name');
    await page.reload();
    expect(stored(project.id)?.title).toBe('Half a name');
  });

  test('a title that is still being typed is unsaved text, and kept in this browser', async () => {
    await page.openOwn();
    page.store.actions.typeTitle('Half a na');
    expect([shown(), state().project.title]).toEqual(['Unsaved', 'Untitled']);
    await studio.time.pass(300);
    page.crash();
    page = studio.open();
    await page.store.actions.restore();
    expect([shown(), state().project.title]).toEqual(['Unsaved', 'Half a na']);
  });

  test('a title that is still being typed does not replace one that was given elsewhere', async () => {
    const project = await page.openOwn();
    page.store.actions.typeTitle('Mine');
    await announce(page, studio.server.saveElsewhere(project.id, { title: 'Theirs' }), 'other');
    page.store.actions.takeTitle();
    await studio.time.pass(5_000);
    expect(state().save.conflict?.title).toBe('Theirs');
    expect(stored(project.id)?.title).toBe('Theirs');
  });

  test('a title that a save has taken is typed no more, so one that is given elsewhere stays', async () => {
    const project = await page.openOwn();
    page.store.actions.typeTitle('Mine');
    await page.store.actions.save('manual');
    await announce(page, studio.server.saveElsewhere(project.id, { title: 'Theirs' }), 'other');
    page.store.actions.takeTitle();
    expect([shown(), state().project.title]).toEqual(['Saved', 'Theirs']);
  });

  test('packages that are found while a title is typed leave it there', async () => {
    const project = await page.openOwn();
    page.store.actions.typeTitle('Mine');
    page.store.actions.setFramework({ ...project.frameworkConfig, typescript: true });
    expect(state().project.title).toBe('Untitled');
    page.store.actions.typeTitle(null);
    await page.store.actions.save('manual');
    expect(stored(project.id)?.title).toBe('Untitled');
    page.store.actions.typeTitle('Mine');
    page.store.actions.setFramework(project.frameworkConfig);
    page.store.actions.takeTitle();
    expect(state().project.title).toBe('Mine');
  });

  test('a title that was given up, or typed for another project, is not taken', async () => {
    const project = await page.openOwn();
    page.store.actions.typeTitle('Given up');
    page.store.actions.typeTitle(null);
    await page.store.actions.save('manual');
    expect(stored(project.id)?.title).toBe('Untitled');
    page.store.actions.typeTitle('Another’s');
    page.store.actions.startBlank();
    await page.store.actions.save('manual');
    expect([...studio.server.projects.values()].map(({ title }) => title)).toEqual(['Untitled', 'Untitled']);
  });

  test('a visibility that is chosen while the first save is under way holds', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>new</p>');
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.save('manual');
    await studio.time.pass(100);
    await page.store.actions.setVisibility(true);
    await studio.time.pass(2_000);
    expect([state().project.isPublic, stored(state().project.id ?? '')?.isPublic]).toEqual([true, true]);
    expect(state().notice).toBeNull();
  });

  test('a visibility that cannot be sent after the first save shows a notice', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>new</p>');
    await page.store.actions.setVisibility(true);
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.save('manual');
    await studio.time.pass(100);
    await page.store.actions.setVisibility(false);
    studio.fate = () => 'lost on the way';
    await studio.time.pass(2_000);
    expect(state().project.isPublic).toBe(true);
    expect(state().notice).toEqual({ kind: 'visibility', isPublic: false });
  });

  test('a project that is deleted before its visibility is sent is said to be removed', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>new</p>');
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.save('manual');
    await studio.time.pass(100);
    await page.store.actions.setVisibility(true);
    studio.fate = () => {
      studio.server.projects.clear();
      return 'delivered';
    };
    await studio.time.pass(2_000);
    expect(state()).toMatchObject({
      notice: { kind: 'removed' },
      project: { id: null },
      typed: { html: '<p>new</p>' },
    });
  });

  test('a visibility that cannot be sent shows no notice for another project opened meanwhile', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>new</p>');
    studio.fate = () => ({ slow: 500 });
    void page.store.actions.save('manual');
    await studio.time.pass(100);
    await page.store.actions.setVisibility(true);
    studio.fate = () => 'lost on the way';
    const stop = page.store.subscribe(({ project }) => {
      if (project.id === null) return;
      stop();
      queueMicrotask(page.store.actions.startBlank);
    });
    await studio.time.pass(2_000);
    expect([state().project.id, state().notice]).toEqual([null, null]);
  });
});

describe('saves in order', () => {
  test('one is in flight at a time, and an older answer never overwrites newer text', async () => {
    const project = await page.openOwn();
    studio.fate = () => ({ slow: 1_000 });
    page.store.actions.edit('html', 'first');
    const first = page.store.actions.save('manual');
    await studio.time.pass(500);
    page.store.actions.edit('html', 'second');
    const second = page.store.actions.save('manual');
    const third = page.store.actions.save('manual');
    expect(studio.server.saves()).toHaveLength(1);
    await studio.time.pass(500);
    expect((await first).ok).toBe(true);
    expect(state().typed.html).toBe('second');
    expect(shown()).not.toBe('Saved');
    await studio.time.pass(1_000);
    expect([(await second).ok, (await third).ok]).toEqual([true, true]);
    expect(studio.server.saves().map(({ body }) => body.html)).toEqual(['first', 'second']);
    expect(stored(project.id)?.html).toBe('second');
    expect(shown()).toBe('Saved');
  });

  test('a late response for a project that is no longer open changes nothing on screen', async () => {
    await page.openOwn();
    page.store.actions.edit('html', 'left behind');
    studio.fate = () => ({ slow: 5_000 });
    void page.store.actions.save('manual');
    await studio.time.pass(10);
    page.store.actions.startBlank();
    await studio.time.pass(10_000);
    expect(state().project).toMatchObject({ id: null, html: '' });
    expect(shown()).toBe('New Project');
  });

  test.each([false, true])(
    'what was to be saved when the project was left is saved (new: %s)',
    async (isNew) => {
      if (isNew) page.store.actions.startBlank();
      else await page.openOwn();
      studio.fate = () => ({ slow: 1_000 });
      page.store.actions.edit('html', 'on its way');
      void page.store.actions.save('manual');
      await studio.time.pass(10);
      page.store.actions.edit('html', 'typed behind it');
      const queued = page.store.actions.save('manual');
      page.store.actions.startBlank();
      page.store.actions.edit('html', 'ten');
      await studio.time.pass(4_000);
      expect(await queued).toEqual({ ok: true, toast: 'Project saved' });
      expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['typed behind it']);
      expect(state()).toMatchObject({ project: { id: null }, typed: { html: 'ten' }, dirty: true });
      expect(
        Object.keys(window.localStorage).filter((key) => key.startsWith('codestudio_draft/')),
      ).toHaveLength(1);
    },
  );

  test('what was to be saved is kept as a draft where the save before it did not arrive', async () => {
    const project = await page.openOwn();
    page.store.actions.edit('html', 'on its way');
    const handle = studio.server.handle;
    let refused = 0;
    studio.server.handle = () => {
      refused += 1;
      return { status: 503, body: { code: 'service_unavailable', detail: 'Away.' } };
    };
    studio.fate = () => ({ slow: 1_000 });
    void page.store.actions.save('manual');
    await studio.time.pass(10);
    page.store.actions.edit('html', 'typed behind it');
    const queued = page.store.actions.save('manual');
    page.store.actions.startBlank();
    await studio.time.pass(2_000);
    expect(refused).toBe(1);
    studio.server.handle = handle;
    expect(await queued).toMatchObject({ ok: false, toast: 'Save failed' });
    studio.fate = () => 'delivered';
    await done(page.store.actions.open(project.id));
    expect(offeredDraft(state())?.content.html).toBe('typed behind it');
  });

  test('what was to be saved overwrites no text that came to a new project from elsewhere', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'on its way');
    studio.fate = () => 'answer lost';
    await page.store.actions.save('manual');
    const [created] = studio.server.projects.values();
    studio.server.saveElsewhere(created?.id ?? '', { html: 'theirs' });
    studio.fate = () => ({ slow: 1_000 });
    void page.store.actions.save('manual');
    await studio.time.pass(10);
    page.store.actions.edit('html', 'typed behind it');
    const queued = page.store.actions.save('manual');
    page.store.actions.startBlank();
    await studio.time.pass(4_000);
    expect(await queued).toMatchObject({ ok: false, toast: 'Save failed' });
    expect([...studio.server.projects.values()].map(({ html }) => html)).toEqual(['theirs']);
  });

  test('a save asked for behind a slow one never saves what the next user has open', async () => {
    await page.openOwn();
    studio.fate = () => ({ slow: 1_000 });
    page.store.actions.edit('html', 'on its way');
    void page.store.actions.save('manual');
    await studio.time.pass(10);
    page.store.actions.edit('html', 'typed behind it');
    void page.store.actions.save('manual');
    page.store.actions.clearWorkingCopy();
    studio.user = bob;
    studio.fate = () => 'delivered';
    void page.store.actions.restore();
    await studio.time.pass(4_000);
    expect([...studio.server.projects.values()].map(({ userId }) => userId)).toEqual([ada.id]);
  });

  test('an undone edit counts as unsaved while a save of it may still have arrived', async () => {
    const project = await page.openOwn('before');
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
