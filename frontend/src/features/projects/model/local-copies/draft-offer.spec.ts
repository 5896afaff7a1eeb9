import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { badge } from '../save-status.ts';
import { offeredDraft } from './draft-offer.ts';

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  studio.autoSave = false;
  page = studio.open();
});

async function typeIntoNew(html: string) {
  page.store.actions.startBlank();
  page.store.actions.edit('html', html);
  await studio.time.pass(300);
}

async function comeToRoot(opened: FakePage) {
  page = opened;
  const restored = page.store.actions.restore();
  await studio.time.pass(0);
  await restored;
}

describe('text of a project that was never saved', () => {
  test('is offered at / after another project has taken its place, and comes back as a new project', async () => {
    const old = studio.server.add({ userId: ada.id, html: 'old' });
    await typeIntoNew('never saved');
    await done(page.store.actions.openShared(old.id));
    expect(offeredDraft(state())).toBeNull();
    await comeToRoot(await page.reload());
    expect([state().typed.html, offeredDraft(state())?.content.html]).toEqual(['old', 'never saved']);
    await page.store.actions.restoreDraft();
    expect([state().project.id, state().typed.html, badge(state())]).toEqual([
      null,
      'never saved',
      'Unsaved',
    ]);
    await page.store.actions.save('manual');
    await comeToRoot(await page.reload());
    expect([state().typed.html, offeredDraft(state())]).toEqual(['never saved', null]);
    expect(studio.server.projects.get(old.id)?.html).toBe('old');
  });

  test('is offered to whoever wrote it after a logout in another tab, and to nobody else', async () => {
    await typeIntoNew('never saved');
    const other = studio.open();
    await done(other.store.actions.restore());
    other.store.actions.clearWorkingCopy();
    page.crash();
    studio.user = bob;
    await comeToRoot(studio.open());
    expect(offeredDraft(state())).toBeNull();
    page.crash();
    studio.user = ada;
    await comeToRoot(studio.open());
    expect(offeredDraft(state())?.content.html).toBe('never saved');
  });

  test('is not offered while a window has it open', async () => {
    await typeIntoNew('being written');
    const writing = page;
    const old = studio.server.add({ userId: ada.id, html: 'old' });
    await done(studio.open().store.actions.open(old.id));
    await studio.time.pass(300);
    await comeToRoot(studio.open());
    expect(offeredDraft(state())).toBeNull();
    writing.crash();
    await page.store.actions.restore();
    expect(offeredDraft(state())?.content.html).toBe('being written');
  });
});

test('the next text is offered once one is discarded', async () => {
  const old = studio.server.add({ userId: ada.id, html: 'old' });
  for (const html of ['first', 'second']) await typeIntoNew(html);
  await done(page.store.actions.openShared(old.id));
  await comeToRoot(await page.reload());
  expect(offeredDraft(state())?.content.html).toBe('second');
  await done(page.store.actions.discardDraft());
  expect(offeredDraft(state())?.content.html).toBe('first');
  await done(page.store.actions.discardDraft());
  expect(offeredDraft(state())).toBeNull();
  await comeToRoot(await page.reload());
  expect(offeredDraft(state())).toBeNull();
});

test('a first save as public that went unanswered is public once its text is restored and saved', async () => {
  await typeIntoNew('never saved');
  await page.store.actions.setVisibility(true);
  studio.fate = () => 'answer lost';
  await page.store.actions.save('manual');
  await studio.time.pass(300);
  page.crash();
  studio.fate = () => 'delivered';
  const old = studio.server.add({ userId: ada.id, html: 'old' });
  page = studio.open();
  await done(page.store.actions.openShared(old.id));
  await comeToRoot(await page.reload());
  await done(page.store.actions.restoreDraft());
  await studio.time.pass(10_000);
  const saved = [...studio.server.projects.values()].find(({ html }) => html === 'never saved');
  expect([saved?.isPublic, state().project.isPublic]).toEqual([true, true]);
});

test('text that another window has open is not offered with its project, only what a window left', async () => {
  const project = await page.openOwn('one');
  page.store.actions.edit('html', 'being written');
  await studio.time.pass(300);
  const other = studio.open();
  await done(other.store.actions.openShared(project.id));
  expect(other.store.getState().notice).toBeNull();
  page.store.actions.startBlank();
  await comeToRoot(studio.open());
  await done(page.store.actions.openShared(project.id));
  expect(offeredDraft(state())?.content.html).toBe('being written');
});

test('unsaved text that a restored one replaces is offered in turn, with its title', async () => {
  const project = await page.openOwn('one');
  page.store.actions.edit('html', 'left behind');
  await studio.time.pass(300);
  await comeToRoot(await page.reload());
  page.store.actions.startBlank();
  await done(page.store.actions.openShared(project.id));
  page.store.actions.edit('html', 'an hour of work');
  page.store.actions.commitTitle('Renamed');
  await studio.time.pass(300);
  await done(page.store.actions.restoreDraft());
  expect(state()).toMatchObject({ project: { title: 'Untitled' }, typed: { html: 'left behind' } });
  expect(offeredDraft(state())?.content).toMatchObject({ title: 'Renamed', html: 'an hour of work' });
  await done(page.store.actions.restoreDraft());
  expect(state()).toMatchObject({ project: { title: 'Renamed' }, typed: { html: 'an hour of work' } });
  expect(offeredDraft(state())?.content.html).toBe('left behind');
});

test.each(['theirs', 'theirs, changed'])(
  'a copy whose answer is lost, and that is made again after a reload, is one project (%s)',
  async (html) => {
    const project = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
    await done(page.store.actions.openShared(project.id));
    page.store.actions.edit('html', html);
    studio.fate = () => 'answer lost';
    await page.store.actions.save('manual');
    await studio.time.pass(300);
    studio.fate = () => 'delivered';
    page.crash();
    page = studio.open();
    await done(page.store.actions.openShared(project.id));
    await page.store.actions.restoreDraft();
    page.store.actions.edit('html', `${html}, and more`);
    expect(await page.store.actions.save('manual')).toMatchObject({ toast: 'Project copy saved' });
    const copies = [...studio.server.projects.values()].filter(({ userId }) => userId === ada.id);
    expect(copies.map((copy) => copy.html)).toEqual([`${html}, and more`]);
  },
);

describe('a first save that is under way when the project is left', () => {
  const saved = () => [...studio.server.projects.values()].map(({ html }) => html);

  test('makes text typed since an edit of the project that it creates', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'first');
    studio.fate = () => ({ slow: 4_000 });
    void page.store.actions.save('manual');
    await studio.time.pass(100);
    page.store.actions.edit('html', 'first, and more');
    await studio.time.pass(300);
    page.store.actions.startBlank();
    await studio.time.pass(4_000);
    studio.fate = () => 'delivered';
    await comeToRoot(await page.reload());
    expect(offeredDraft(state())).toBeNull();
    const [created] = studio.server.projects.keys();
    await done(page.store.actions.openShared(created ?? ''));
    await page.store.actions.restoreDraft();
    await page.store.actions.save('manual');
    expect([saved(), state().save.conflict]).toEqual([['first, and more'], null]);
  });

  test('creates no second project if its response is lost, and its text restored', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'first');
    studio.fate = () => 'answer lost';
    void page.store.actions.save('manual');
    await studio.time.pass(100);
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'first, and more');
    await studio.time.pass(300);
    page.store.actions.startBlank();
    studio.fate = () => 'delivered';
    await comeToRoot(await page.reload());
    await page.store.actions.restoreDraft();
    await page.store.actions.save('manual');
    expect([saved(), badge(state())]).toEqual([['first, and more'], 'Saved']);
  });
});
