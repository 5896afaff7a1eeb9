import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { welcomeTitle } from '../project-address.ts';
import { badge } from '../save-status.ts';

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

async function restore() {
  const restored = page.store.actions.restore();
  await studio.time.pass(0);
  await restored;
}

async function reload() {
  page = await page.reload();
  await restore();
}

const record = () => JSON.parse(window.localStorage.getItem('codestudio_current_project') ?? 'null');

describe('the welcome project', () => {
  test('greets somebody with nothing stored, and is somebody else’s', async () => {
    studio.server.add({ userId: bob.id, title: welcomeTitle, isPublic: true, html: 'hello' });
    await restore();
    expect(state()).toMatchObject({
      project: { title: welcomeTitle },
      typed: { html: 'hello' },
      dirty: false,
    });
    expect(shown()).toBe('Shared');
    expect(studio.server.requests[0]?.path).toBe('/projects/public?search=Welcome+to+CodeStudio&limit=1');
  });

  test.each([
    ['there is none', () => {}],
    ['it cannot be fetched', () => (studio.fate = () => 'lost on the way')],
  ])('is built in when %s', async (_, arrange) => {
    arrange();
    await restore();
    expect(state().project).toMatchObject({ id: null, title: welcomeTitle, tags: ['welcome', 'demo'] });
    expect(shown()).toBe('New Project');
  });

  test('stays away after New', async () => {
    page.store.actions.startBlank();
    await restore();
    expect(state()).toMatchObject({ project: { id: null, title: 'Untitled' }, typed: { html: '' } });
  });

  test('does not come over what somebody has typed while it was loading', async () => {
    studio.server.add({ userId: bob.id, title: welcomeTitle, isPublic: true });
    studio.fate = () => ({ slow: 500 });
    const restored = page.store.actions.restore();
    await studio.time.pass(600);
    page.store.actions.edit('html', 'typed meanwhile');
    await studio.time.pass(600);
    await restored;
    expect(state().typed.html).toBe('typed meanwhile');
  });
});

describe('restoring at /', () => {
  test('brings a saved project back as the server holds it now', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(page.store.actions.open(project.id));
    await studio.time.pass(300);
    studio.server.saveElsewhere(project.id, { html: 'two' });
    await reload();
    expect([state().typed.html, shown()]).toEqual(['two', 'Saved']);
  });

  test('uses the stored copy when the server does not answer', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(page.store.actions.open(project.id));
    await studio.time.pass(300);
    studio.fate = () => 'lost on the way';
    await reload();
    expect(state()).toMatchObject({ project: { id: project.id }, typed: { html: 'one' } });
  });

  test('unsaved text wins over the server’s, as unsaved', async () => {
    studio.autoSave = false;
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(page.store.actions.open(project.id));
    page.store.actions.edit('html', 'typed');
    await reload();
    expect([state().typed.html, shown(), state().notice]).toEqual(['typed', 'Unsaved', null]);
  });

  test('unsaved text has around it what the server says of the project: source, visibility, takedown', async () => {
    studio.autoSave = false;
    const source = studio.server.add({ userId: bob.id, isPublic: true });
    const project = studio.server.add({ userId: ada.id, html: 'one', forkedFrom: source.id });
    await done(page.store.actions.open(project.id));
    page.store.actions.edit('html', 'typed');
    await studio.time.pass(300);
    page.crash();
    Object.assign(studio.server.projects.get(project.id) ?? {}, { likes: 3, takenDown: true });
    page = studio.open();
    await restore();
    expect([state().typed.html, state().project]).toMatchObject([
      'typed',
      { html: 'typed', forkedFrom: source.id, likes: 3, takenDown: true },
    ]);
  });

  test('a project that was never saved has the visibility that was chosen for it', async () => {
    studio.autoSave = false;
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'typed');
    await studio.time.pass(1_000);
    await page.store.actions.setVisibility(true);
    await reload();
    expect([state().typed.html, state().project.isPublic]).toEqual(['typed', true]);
  });

  test('unsaved text on a version that others have moved past is a conflict, not a loss', async () => {
    studio.autoSave = false;
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(page.store.actions.open(project.id));
    page.store.actions.edit('html', 'typed');
    await studio.time.pass(300);
    page.crash();
    studio.server.saveElsewhere(project.id, { html: 'elsewhere' });
    page = studio.open();
    await restore();
    expect([state().typed.html, state().save.conflict?.html]).toEqual(['typed', 'elsewhere']);
  });

  test('text that the last request of a closing page brought to the server is simply saved', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(page.store.actions.open(project.id));
    page.store.actions.edit('html', 'typed');
    await reload();
    expect(studio.server.projects.get(project.id)?.html).toBe('typed');
    expect([state().typed.html, shown(), state().notice]).toEqual(['typed', 'Saved', null]);
  });

  test('a project that is gone leaves its text, without an id', async () => {
    const project = studio.server.add({ userId: ada.id, html: 'one' });
    await done(page.store.actions.open(project.id));
    await studio.time.pass(300);
    studio.server.projects.delete(project.id);
    await reload();
    expect(state()).toMatchObject({
      project: { id: null },
      typed: { html: 'one' },
      notice: { kind: 'removed', by: 'unknown' },
    });
    expect(shown()).toBe('Unsaved');
  });

  test.each([
    ['at 24 hours it is discarded', 24 * hour, welcomeTitle],
    ['just under 24 hours it is restored', 24 * hour - 1_000, 'Mine'],
  ])('%s', async (_, age, title) => {
    page.store.actions.startBlank();
    page.store.actions.commitTitle('Mine');
    await studio.time.pass(300);
    page.crash();
    await studio.time.pass(age - 50);
    page = studio.open();
    await restore();
    expect(state().project.title).toBe(title);
  });

  test('unsaved text that is on screen comes back after a reload, however long ago it was typed', async () => {
    studio.autoSave = false;
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'typed on Friday');
    await studio.time.pass(3 * 24 * hour);
    page = await page.reload();
    await restore();
    expect([state().typed.html, shown()]).toEqual(['typed on Friday', 'Unsaved']);
  });

  test('an untouched blank project is not stored', async () => {
    page.store.actions.startBlank();
    await studio.time.pass(1_000);
    expect(record()).toBeNull();
  });

  test('a new project whose text was taken back is blank again, and not stored', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'text');
    await studio.time.pass(300);
    page.store.actions.edit('html', '');
    await studio.time.pass(300);
    expect([record(), shown()]).toEqual([null, 'New Project']);
  });

  test('nothing of one user is restored for another', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'Ada’s');
    await studio.time.pass(300);
    page.crash();
    studio.user = bob;
    page = studio.open();
    await restore();
    expect(state().typed.html).not.toContain('Ada’s');
  });

  test.each([bob, null])(
    'nothing of one user is restored where the next has signed in meanwhile: %j',
    async (next) => {
      const project = studio.server.add({ userId: ada.id, html: 'Ada’s' });
      await done(page.store.actions.open(project.id));
      page.store.actions.edit('html', 'Ada’s, unsaved');
      await studio.time.pass(300);
      page.crash();
      page = studio.open();
      studio.fate = () => ({ slow: 500 });
      void page.store.actions.restore();
      await studio.time.pass(100);
      studio.user = next;
      const restored = page.store.actions.restore();
      await studio.time.pass(5_000);
      await restored;
      expect(state().typed.html).not.toContain('Ada’s');
      expect(state()).toMatchObject({ userId: next?.id ?? null, loading: false });
      expect(state().project.title).toBe(next ? welcomeTitle : 'Untitled');
    },
  );

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"project":7}',
    '{"project":{"html":5},"timestamp":"now"}',
    '{"timestamp":1}',
  ])('the broken value %j is ignored', async (value) => {
    window.localStorage.setItem('codestudio_current_project', value);
    await restore();
    expect(state().project.title).toBe(welcomeTitle);
  });

  test('a record of nothing but a project and its time is enough', async () => {
    const project = { title: 'Bare', html: 'h', css: 'c', js: 'j' };
    window.localStorage.setItem(
      'codestudio_current_project',
      JSON.stringify({ project, timestamp: studio.time.now() }),
    );
    await restore();
    expect(state()).toMatchObject({ project, typed: { html: 'h', css: 'c', js: 'j' } });
  });

  test('has the first key after a pause at once, whatever becomes of the page then', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'one');
    expect(record()).toMatchObject({ project: { html: 'one' }, dirty: true });
    await studio.time.pass(200);
    page.store.actions.edit('html', 'one, two');
    expect(record().project.html).toBe('one');
    await studio.time.pass(1_000);
    page.store.actions.edit('html', 'one, two, three');
    page.crash();
    page = studio.open();
    await restore();
    expect(state().typed.html).toBe('one, two, three');
  });

  test('has a long text within 300 ms, as writing it would hold up the key', async () => {
    const text = 'x'.repeat(50_001);
    page.store.actions.startBlank();
    page.store.actions.edit('html', text);
    expect(record()).toBeNull();
    await studio.time.pass(300);
    expect(record().project.html).toBe(text);
  });

  test('stores the project within 300 ms of a keystroke, however fast the next ones come', async () => {
    page.store.actions.startBlank();
    for (let stroke = 0; stroke < 30; stroke += 1) {
      page.store.actions.edit('html', `stroke ${stroke}`);
      await studio.time.pass(100);
      if (stroke > 3) expect(Number(record().project.html.split(' ')[1])).toBeGreaterThanOrEqual(stroke - 2);
    }
    expect(record()).toMatchObject({ owner: ada.id, dirty: true });
  });

  test('is not written again for views, likes and forks', async () => {
    const project = await page.openOwn('one');
    await studio.time.pass(300);
    const { timestamp } = record();
    await studio.time.pass(60_000);
    page.remote.likes({ projectId: project.id, likes: 7 });
    page.remote.stats({ projectId: project.id, views: 8, forkCount: 9 });
    await studio.time.pass(1_000);
    expect(record().timestamp).toBe(timestamp);
    page.store.actions.edit('html', 'two');
    await studio.time.pass(1_000);
    expect(record().timestamp).not.toBe(timestamp);
  });

  test('a new login after a logout in the middle of it begins anew', async () => {
    studio.fate = () => ({ slow: 5_000 });
    const first = page.store.actions.restore();
    await studio.time.pass(100);
    page.store.actions.clearWorkingCopy();
    studio.fate = () => 'delivered';
    await restore();
    await studio.time.pass(5_000);
    await first;
    expect(state().project.title).toBe(welcomeTitle);
  });

  test('another user on the same page gets a project of their own', async () => {
    await restore();
    page.store.actions.edit('html', 'Ada’s');
    await studio.time.pass(300);
    studio.user = bob;
    await restore();
    expect(state()).toMatchObject({ userId: bob.id, project: { title: welcomeTitle } });
    expect(state().typed.html).not.toBe('Ada’s');
  });

  test('a page that is closed while a logout is under way writes nothing more, and goes on after the next login', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'a secret worth saving');
    await studio.time.pass(300);
    page.store.actions.forgetLocalCopies();
    studio.fate = () => 'lost on the way';
    page.store.leave(true);
    await studio.time.pass(1_000);
    expect(JSON.stringify(Object.entries(window.localStorage))).not.toContain('secret');
    page.store.actions.clearWorkingCopy();
    studio.fate = () => 'delivered';
    await restore();
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'next');
    await studio.time.pass(300);
    expect(record().project.html).toBe('next');
  });

  test('logout forgets the stored project, the text and its draft', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'secret');
    await studio.time.pass(300);
    page.store.actions.clearWorkingCopy();
    await studio.time.pass(1_000);
    expect(JSON.stringify(Object.entries(window.localStorage))).not.toContain('secret');
    expect(state()).toMatchObject({ userId: null, typed: { html: '' } });
  });
});
