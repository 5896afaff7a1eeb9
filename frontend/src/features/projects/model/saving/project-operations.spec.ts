import {
  ada,
  bob,
  done,
  type FakePage,
  type FakeStudio,
  type Fate,
  openFakeStudio,
} from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import type { Outcome } from '../../toast-texts.ts';
import { offeredDraft } from '../local-copies/draft-offer.ts';
import { badge } from '../save-status.ts';

let studio: FakeStudio;
let page: FakePage;
const state = () => page.store.getState();

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

const drafts = () => Object.keys(window.localStorage).filter((key) => key.startsWith('codestudio_draft/'));

async function openProject(fields: Parameters<FakeStudio['server']['add']>[0]) {
  const project = studio.server.add({ userId: ada.id, html: 'one', ...fields });
  await done(page.store.actions.open(project.id));
  return project;
}

describe('visibility and embedding', () => {
  test('change at once by their own call and leave unsaved text as it is', async () => {
    const project = await openProject({});
    page.store.actions.edit('html', 'typed');
    expect(await page.store.actions.setVisibility(true)).toMatchObject({
      toast: 'This project is public',
      detail: 'Anyone can view it. Embedding is off.',
    });
    expect(await page.store.actions.setEmbedding(true)).toMatchObject({
      toast: 'This project is public',
      detail: 'Anyone can view and embed it.',
    });
    expect(studio.server.projects.get(project.id)).toMatchObject({
      isPublic: true,
      isEmbeddable: true,
      html: 'one',
    });
    expect(state()).toMatchObject({
      project: { isPublic: true, isEmbeddable: true },
      typed: { html: 'typed' },
      dirty: true,
      save: { kind: 'idle' },
    });
    expect((await page.store.actions.save('manual')).ok).toBe(true);
  });

  test('say what ends: embedding, and the links of a project that becomes private', async () => {
    const { id } = await openProject({ isPublic: true, isEmbeddable: true });
    expect(await page.store.actions.setEmbedding(false)).toEqual({ ok: true, toast: 'Embedding is off' });
    expect(await page.store.actions.setVisibility(false)).toEqual({ ok: true });
    await page.store.actions.setVisibility(true);
    page.remote.links({ projectId: id, liveLinks: 2 });
    expect(await page.store.actions.setVisibility(false)).toEqual({
      ok: true,
      toast: 'This project is private',
      detail: 'Its links are revoked.',
    });
  });

  test('wait for the first save of a new project, which embedding asks for', async () => {
    page.store.actions.startBlank();
    await page.store.actions.setVisibility(true);
    expect(studio.server.requests).toHaveLength(0);
    expect(state()).toMatchObject({ project: { isPublic: true }, dirty: false });
    expect(await page.store.actions.setEmbedding(true)).toMatchObject({
      ok: false,
      toast: 'Save project first',
    });
  });

  test('end a notice of the visibility before, which then hides no lost connection and never comes back', async () => {
    await openProject({});
    const limit = { publishableFrom: '2026-11-23T12:00:00.000Z', most: 5, group: null };
    studio.fate = () => ({ refused: { status: 429, body: { code: 'publish_limit', ...limit } } });
    await page.store.actions.setVisibility(true);
    expect(state().notice).toEqual({ kind: 'publication', limit });
    studio.fate = () => 'delivered';
    await page.store.actions.setVisibility(true);
    expect(state()).toMatchObject({ notice: null, project: { isPublic: true } });
    studio.fate = () => 'lost on the way';
    page.store.actions.edit('html', 'typed');
    await studio.time.pass(2_000);
    expect(state().notice?.kind).toBe('offline');
  });

  test('say so when they fail', async () => {
    await openProject({});
    studio.fate = () => 'lost on the way';
    expect(await page.store.actions.setEmbedding(true)).toEqual({
      ok: false,
      toast: 'Failed to change embed setting',
      detail: 'Please try again or refresh the page.',
    });
    expect(await page.store.actions.setVisibility(true)).toMatchObject({ ok: false, toast: 'Save failed' });
    expect(state().project).toMatchObject({ isPublic: false, isEmbeddable: false });
  });

  test('are announced as the server has stored them, although its response was lost', async () => {
    const project = await openProject({});
    const fates: Fate[] = ['answer lost'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions.setVisibility(true)).toMatchObject({ toast: 'This project is public' });
    fates.push('answer lost');
    expect(await page.store.actions.setEmbedding(true)).toMatchObject({ toast: 'This project is public' });
    expect(state()).toMatchObject({ project: { isPublic: true, isEmbeddable: true }, dirty: false });
    fates.push('lost on the way');
    expect(await page.store.actions.setVisibility(false)).toMatchObject({ ok: false, toast: 'Save failed' });
    expect([state().project.isPublic, studio.server.projects.get(project.id)?.isPublic]).toEqual([
      true,
      true,
    ]);
  });

  test('by link end as the server has stored it, although its response was lost', async () => {
    await openProject({ liveLinks: 2 });
    const fates: Fate[] = ['lost on the way'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions.setVisibility(false)).toMatchObject({ ok: false, toast: 'Save failed' });
    expect(state().project.liveLinks).toBe(2);
    fates.push('answer lost');
    expect(await page.store.actions.setVisibility(false)).toMatchObject({
      detail: 'Its links are revoked.',
    });
    expect(state().project.liveLinks).toBe(0);
  });

  test('of a project that was deleted elsewhere say so, and leave its text', async () => {
    const project = await openProject({});
    studio.server.projects.delete(project.id);
    expect(await page.store.actions.setVisibility(true)).toMatchObject({ ok: false, toast: 'Save failed' });
    expect(state()).toMatchObject({
      notice: { kind: 'removed', by: 'unknown' },
      project: { id: null, isPublic: false },
      typed: { html: 'one' },
    });
  });
});

describe('forking', () => {
  test('needs a saved and public project', async () => {
    page.store.actions.startBlank();
    expect(await page.store.actions.fork()).toMatchObject({ ok: false, toast: 'Cannot fork' });
    await openProject({ isPublic: false });
    expect(await page.store.actions.fork()).toEqual({
      ok: false,
      toast: 'Cannot fork private project',
      detail: 'Only public projects can be forked.',
    });
  });

  test('opens the fork, clean', async () => {
    const project = await openProject({ userId: bob.id, isPublic: true });
    expect(await page.store.actions.fork()).toEqual({ ok: true, toast: 'Project forked' });
    expect(state().project).toMatchObject({ userId: ada.id, isPublic: false, html: 'one' });
    expect(state().project.id).not.toBe(project.id);
    expect(badge(state())).toBe('Saved');
  });

  test('asked for twice, makes one', async () => {
    await openProject({ userId: bob.id, isPublic: true });
    const outcomes = await Promise.all([page.store.actions.fork(), page.store.actions.fork()]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(studio.server.projects.size).toBe(2);
  });

  test.each([
    ['somebody else’s', bob],
    ['one’s own', ada],
  ])('takes unsaved text along, the title included, from %s project', async (_, { id: userId }) => {
    await openProject({ userId, isPublic: true });
    page.store.actions.edit('html', 'changed');
    page.store.actions.commitTitle('Renamed');
    await page.store.actions.fork();
    expect([state().typed.html, state().project.title, badge(state())]).toEqual([
      'changed',
      'Renamed',
      'Unsaved',
    ]);
    await studio.time.pass(2_000);
    expect(studio.server.projects.get(state().project.id ?? '')?.html).toBe('changed');
  });

  test('leaves no text to be offered with the project: the fork has it', async () => {
    const project = await openProject({ userId: bob.id, isPublic: true });
    page.store.actions.edit('html', 'changed');
    await studio.time.pass(1_000);
    await page.store.actions.fork();
    expect(drafts()).toEqual([expect.stringContaining(state().project.id ?? '')]);
    await studio.time.pass(5_000);
    await done(page.store.actions.open(project.id));
    expect(offeredDraft(state())).toBeNull();
  });
});

describe('duplicating', () => {
  test('needs a saved project of one’s own, public or not', async () => {
    page.store.actions.startBlank();
    expect(await page.store.actions.duplicate()).toMatchObject({ ok: false, toast: 'Cannot duplicate' });
    await openProject({ userId: bob.id, isPublic: true });
    expect(await page.store.actions.duplicate()).toMatchObject({ ok: false, toast: 'Cannot duplicate' });
    const project = await openProject({ title: 'Clock' });
    expect(await page.store.actions.duplicate()).toEqual({ ok: true, toast: 'Project duplicated' });
    expect(state().project).toMatchObject({ title: 'Clock (copy)', html: 'one', userId: ada.id });
    expect(state().project.id).not.toBe(project.id);
    expect(badge(state())).toBe('Saved');
  });

  test('leaves nothing to be offered with the project but a title that was typed for it', async () => {
    for (const [title, offered] of [
      ['Clock', undefined],
      ['Renamed', 'Renamed'],
    ] as const) {
      const project = await openProject({ title: 'Clock' });
      studio.autoSave = false;
      page.store.actions.edit('html', 'changed');
      page.store.actions.commitTitle(title);
      await studio.time.pass(1_000);
      await page.store.actions.duplicate();
      await page.store.actions.save('manual');
      await done(page.store.actions.open(project.id));
      expect(offeredDraft(state())?.content.title).toBe(offered);
    }
  });

  test('takes unsaved text along under the copy’s own title, and leaves the project as it is saved', async () => {
    const project = await openProject({ title: 'Clock' });
    page.store.actions.edit('html', 'changed');
    await page.store.actions.duplicate();
    expect([state().typed.html, state().project.title]).toEqual(['changed', 'Clock (copy)']);
    await studio.time.pass(2_000);
    expect(studio.server.projects.get(state().project.id ?? '')).toMatchObject({
      title: 'Clock (copy)',
      html: 'changed',
    });
    expect(studio.server.projects.get(project.id)).toMatchObject({ title: 'Clock', html: 'one' });
  });
});

describe.each(['fork', 'duplicate'] as const)('a %s whose response was lost', (copy) => {
  const loseResponse = async () => {
    const fates: Fate[] = ['answer lost'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions[copy]()).toMatchObject({ ok: false });
    expect(studio.server.projects.size).toBe(2);
  };
  const made = (before: string) => [...studio.server.projects.keys()].find((id) => id !== before) ?? '';

  test('is opened by the next try, and is the only one', async () => {
    const { id } = await openProject({ isPublic: true });
    await loseResponse();
    const first = made(id);
    expect(await page.store.actions[copy]()).toMatchObject({ ok: true });
    expect([state().project.id, studio.server.projects.size]).toEqual([first, 2]);
  });

  test('is made again where it was deleted since, or its source was saved', async () => {
    const { id } = await openProject({ isPublic: true });
    await loseResponse();
    await page.store.actions.remove(made(id));
    expect(await page.store.actions[copy]()).toMatchObject({ ok: true });
    expect(studio.server.projects.size).toBe(2);

    await done(page.store.actions.open(id));
    await page.store.actions.remove(made(id));
    await loseResponse();
    page.store.actions.edit('html', 'newer');
    await page.store.actions.save('manual');
    expect(await page.store.actions[copy]()).toMatchObject({ ok: true });
    expect(state().typed.html).toBe('newer');
    expect(studio.server.projects.size).toBe(3);
  });
});

describe('what is asked for behind a slow save, before another project comes', () => {
  async function leaveBehindSlowSave(ask: () => Promise<Outcome>) {
    studio.fate = () => ({ slow: 1_000 });
    page.store.actions.edit('html', 'on its way');
    void page.store.actions.save('manual');
    await studio.time.pass(10);
    const asked = ask();
    page.store.actions.startBlank();
    page.store.actions.edit('html', 'unrelated');
    await studio.time.pass(1_500);
    expect(state()).toMatchObject({ project: { id: null }, typed: { html: 'unrelated' } });
    expect(state().save.conflict).toBeNull();
    await studio.time.pass(3_000);
    expect(state()).toMatchObject({ project: { id: null }, typed: { html: 'unrelated' } });
    expect(state().save.conflict).toBeNull();
    return asked;
  }

  test('a change of visibility reaches its own project alone', async () => {
    const project = await openProject({});
    expect(await leaveBehindSlowSave(() => page.store.actions.setVisibility(true))).toEqual({ ok: true });
    expect(studio.server.projects.get(project.id)).toMatchObject({ isPublic: true, html: 'on its way' });
  });

  test('a fork is not made, which is said', async () => {
    await openProject({ isPublic: true });
    expect(await leaveBehindSlowSave(() => page.store.actions.fork())).toMatchObject({
      ok: false,
      toast: 'Fork failed',
    });
    expect(studio.server.projects.size).toBe(1);
  });

  test('nothing is sent for somebody who has signed out', async () => {
    const project = await openProject({});
    await leaveBehindSlowSave(() => {
      const asked = page.store.actions.setVisibility(true);
      studio.user = bob;
      return asked;
    });
    expect(studio.server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(studio.server.projects.get(project.id)?.isPublic).toBe(false);
  });
});

describe('a save queued behind a change of visibility, before another project comes', () => {
  async function leaveBehindSlowVisibility(happens: (id: string) => void | Promise<unknown>) {
    studio.fate = () => 'delivered';
    const { id } = await openProject({});
    page.store.actions.edit('html', 'mine');
    await happens(id);
    studio.fate = () => ({ slow: 1_000 });
    void page.store.actions.setVisibility(true);
    await studio.time.pass(10);
    const queued = page.store.actions.save('manual');
    page.store.actions.startBlank();
    await studio.time.pass(5_000);
    return { saved: (await queued).ok, html: studio.server.projects.get(id)?.html };
  }

  test('is done, whether or not a save before it has arrived', async () => {
    expect(await leaveBehindSlowVisibility(() => {})).toEqual({ saved: true, html: 'mine' });
    const lost = await leaveBehindSlowVisibility(() => {
      studio.fate = () => 'answer lost';
      return page.store.actions.save('manual');
    });
    expect(lost).toEqual({ saved: true, html: 'mine' });
  });

  test('leaves a text alone that was saved elsewhere, in conflict or not seen yet', async () => {
    const inConflict = await leaveBehindSlowVisibility((id) => {
      studio.server.saveElsewhere(id, { html: 'theirs' });
      return page.store.actions.save('manual');
    });
    expect(inConflict).toEqual({ saved: false, html: 'theirs' });
    const unseen = await leaveBehindSlowVisibility((id) => {
      studio.server.saveElsewhere(id, { html: 'theirs' });
    });
    expect(unseen).toEqual({ saved: false, html: 'theirs' });
  });
});

describe('deleting', () => {
  test('the open project leaves a blank one, and Undo brings it back', async () => {
    const project = await openProject({ title: 'Mine' });
    expect(await page.store.actions.remove(project.id)).toEqual({ ok: true, toast: 'Project deleted' });
    expect(state()).toMatchObject({
      project: { id: null, title: 'Untitled' },
      typed: { html: '' },
      dirty: false,
    });
    expect(await page.store.actions.undoRemove(project)).toEqual({ ok: true });
    expect(state()).toMatchObject({ project: { id: project.id, title: 'Mine' }, typed: { html: 'one' } });
  });

  test('Undo brings unsaved text back, too, as unsaved', async () => {
    const project = await openProject({});
    page.store.actions.edit('html', 'an hour of work');
    await page.store.actions.remove(project.id);
    await page.store.actions.undoRemove(project);
    expect([state().project.id, state().typed.html, badge(state())]).toEqual([
      project.id,
      'an hour of work',
      'Unsaved',
    ]);
    await studio.time.pass(2_000);
    expect(studio.server.projects.get(project.id)?.html).toBe('an hour of work');
  });

  test('Undo says that it has restored the project where another is open, or something was typed', async () => {
    const project = await openProject({});
    await page.store.actions.remove(project.id);
    page.store.actions.edit('html', 'next');
    expect(await page.store.actions.undoRemove(project)).toEqual({ ok: true, toast: 'Project restored' });
    expect(state()).toMatchObject({ project: { id: null }, typed: { html: 'next' } });
  });

  test('Undo brings a conflict back, too, and overwrites nothing', async () => {
    const project = await openProject({});
    page.store.actions.edit('html', 'mine');
    studio.server.saveElsewhere(project.id, { html: 'theirs' });
    expect(await page.store.actions.save('manual')).toMatchObject({ ok: false });
    await page.store.actions.remove(project.id);
    await page.store.actions.undoRemove(project);
    expect(state()).toMatchObject({ typed: { html: 'mine' }, save: { conflict: { html: 'theirs' } } });
    await studio.time.pass(60_000);
    expect(studio.server.projects.get(project.id)?.html).toBe('theirs');
  });

  test('Undo knows a save again whose response was lost, and sends what was typed since', async () => {
    const project = await openProject({});
    page.store.actions.edit('html', 'sent');
    studio.fate = () => 'answer lost';
    await page.store.actions.save('manual');
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', 'sent and more');
    await page.store.actions.remove(project.id);
    await page.store.actions.undoRemove(project);
    expect(state().save.conflict).toBeNull();
    await studio.time.pass(60_000);
    expect(studio.server.projects.get(project.id)?.html).toBe('sent and more');
  });

  test('another project leaves the open one alone', async () => {
    const other = studio.server.add({ userId: ada.id });
    await openProject({});
    await page.store.actions.remove(other.id);
    expect(state().typed.html).toBe('one');
  });

  test('what is gone already is deleted, too', async () => {
    expect(await page.store.actions.remove('unknown')).toEqual({ ok: true, toast: 'Project deleted' });
  });

  test('a project that is not open, and its restoration, succeed although the responses are lost', async () => {
    const project = await openProject({});
    page.store.actions.startBlank();
    const fates: Fate[] = ['answer lost'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions.remove(project.id)).toEqual({ ok: true, toast: 'Project deleted' });
    fates.push('answer lost');
    expect(await page.store.actions.undoRemove(project)).toEqual({ ok: true, toast: 'Project restored' });
    expect(studio.server.projects.has(project.id)).toBe(true);
  });

  test('an open project that another account does not find stays open', async () => {
    const project = await openProject({});
    studio.user = bob;
    expect(await page.store.actions.remove(project.id)).toMatchObject({ ok: false, toast: 'Delete failed' });
    expect(state()).toMatchObject({ project: { id: project.id }, typed: { html: 'one' } });
    expect(studio.server.projects.has(project.id)).toBe(true);
  });

  test('the open project leaves a blank one where the response was lost, and Undo brings it back', async () => {
    const project = await openProject({});
    const fates: Fate[] = ['answer lost'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions.remove(project.id)).toEqual({ ok: true, toast: 'Project deleted' });
    expect(state()).toMatchObject({ project: { id: null }, typed: { html: '' } });
    expect(await page.store.actions.undoRemove(project)).toEqual({ ok: true });
    expect(state()).toMatchObject({ project: { id: project.id }, typed: { html: 'one' } });
  });

  test('the open project leaves a blank one at the second attempt where nothing was heard of the first', async () => {
    const project = await openProject({});
    const fates: Fate[] = ['answer lost', 'lost on the way'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions.remove(project.id)).toMatchObject({ ok: false, toast: 'Delete failed' });
    expect(state().typed.html).toBe('one');
    expect(await page.store.actions.remove(project.id)).toEqual({ ok: true, toast: 'Project deleted' });
    expect(state()).toMatchObject({ project: { id: null }, typed: { html: '' } });
  });

  test('the open project stays where its deletion did not arrive', async () => {
    const project = await openProject({});
    const fates: Fate[] = ['lost on the way'];
    studio.fate = () => fates.shift() ?? 'delivered';
    expect(await page.store.actions.remove(project.id)).toMatchObject({ ok: false, toast: 'Delete failed' });
    expect([state().project.id, badge(state())]).toEqual([project.id, 'Saved']);
  });

  test('a failure is shown with the server’s message', async () => {
    const project = await openProject({});
    studio.fate = () => 'unavailable';
    expect(await page.store.actions.remove(project.id)).toEqual({
      ok: false,
      toast: 'Delete failed',
      detail: 'Away.',
    });
    expect(state().project.id).toBe(project.id);
  });
});
