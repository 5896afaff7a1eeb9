import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import type { Outcome } from '../toast-texts.ts';
import { contentOnScreen, replaceWithTemplate, startFromTemplate } from './apply-template.ts';
import { offeredDraft } from './local-copies/draft-offer.ts';
import { openUnsaved } from './open-unsaved.ts';
import { welcomeTitle } from './project-address.ts';

const template = {
  id: 'react-template',
  name: 'Template',
  description: '',
  html: '<h1>Template</h1>',
  css: 'h1 { color: red }',
  js: 'start()',
  frameworkConfig: { ...defaultFrameworkConfig, framework: 'react' as const },
};
const handedOver = {
  title: 'From a post',
  html: '<p>handed over</p>',
  css: '',
  js: '',
  frameworkConfig: defaultFrameworkConfig,
};
const always = { isWanted: () => true, autoSave: true };

let studio: FakeStudio;
let page: FakePage;
beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
});

const text = () => page.store.getState().typed.html;
const content = () => contentOnScreen(page.store.getState());
const stored = () => [...studio.server.projects.values()].map(({ html }) => html);

async function openTheirs(title = 'Theirs') {
  const { id } = studio.server.add({ userId: bob.id, isPublic: true, title, html: '<p>theirs</p>' });
  await done(page.store.actions.openShared(id));
  return id;
}

describe('what a template would take the place of', () => {
  test('nothing: a blank project, and the welcome project as it came', async () => {
    page.store.actions.startBlank();
    expect(content()).toBe('untouched');
    await openTheirs(welcomeTitle);
    expect(content()).toBe('untouched');
    page.store.actions.edit('html', '<p>mine</p>');
    expect(content()).toBe('borrowed');
  });

  test('the user’s own text, saved or not', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('css', 'a');
    expect(content()).toBe('own');
    await page.openOwn('<p>own</p>');
    expect(content()).toBe('own');
  });

  test('code from another page, though it is unchanged, is the user’s own', () => {
    openUnsaved(page.store, 'k'.repeat(16), handedOver);
    expect(page.store.getState().dirty).toBe(false);
    expect(content()).toBe('own');
  });

  test('somebody else’s, and what was removed', async () => {
    await openTheirs();
    expect(content()).toBe('borrowed');
  });
});

describe('a new project from a template', () => {
  test('has its sources and is unsaved; what was unsaved before is saved in its own project', async () => {
    const { id } = await page.openOwn('<p>saved</p>');
    page.store.actions.edit('html', '<p>unsaved</p>');
    expect(await done(startFromTemplate(page.store, template))).toMatchObject({ ok: true });
    expect(studio.server.projects.get(id)?.html).toBe('<p>unsaved</p>');
    expect(text()).toBe(template.html);
    expect(page.store.getState()).toMatchObject({
      lifecycle: { kind: 'new' },
      dirty: true,
      project: { id: null, title: 'Template', frameworkConfig: template.frameworkConfig },
    });
  });

  test('keeps as a draft what could not be saved, and says so', async () => {
    const { id } = await page.openOwn('<p>saved</p>');
    page.store.actions.edit('html', '<p>unsaved</p>');
    studio.fate = () => 'lost on the way';
    expect(await done(startFromTemplate(page.store, template))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('kept in this browser'),
    });
    studio.fate = () => 'delivered';
    await done(page.store.actions.open(id));
    expect(offeredDraft(page.store.getState())?.content.html).toBe('<p>unsaved</p>');
  });

  test('during the first save of another stores both, each once', async () => {
    page.store.actions.startBlank();
    page.store.actions.edit('html', '<p>first text</p>');
    studio.fate = () => ({ slow: 1_000 });
    const first = page.store.actions.save('manual');
    await studio.time.pass(500);
    studio.fate = () => 'delivered';
    page.store.actions.edit('html', '<p>first text, and more</p>');
    const left = startFromTemplate(page.store, template);
    await studio.time.pass(10_000);
    await Promise.all([first, left]);
    expect(stored()).toEqual(['<p>first text, and more</p>', template.html]);
  });

  test('writes nothing to somebody else’s', async () => {
    const id = await openTheirs();
    page.store.actions.edit('html', '<p>changed here</p>');
    await done(startFromTemplate(page.store, template));
    expect(studio.server.projects.get(id)?.html).toBe('<p>theirs</p>');
    expect(text()).toBe(template.html);
  });
});

describe('a template in the place of the present code', () => {
  const history = (id: string) =>
    [...studio.server.history].filter(([key]) => key.startsWith(id)).map(([, { html }]) => html);

  test('comes after a save of what is unsaved, by hand, and is saved itself by hand', async () => {
    const { id } = await page.openOwn('<p>saved</p>');
    page.store.actions.edit('html', '<p>unsaved</p>');
    expect(await done(replaceWithTemplate(page.store, template, always))).toEqual({ ok: true });
    await studio.time.pass(3_000);
    expect(history(id)).toEqual(['<p>saved</p>', '<p>unsaved</p>', template.html]);
    expect(studio.server.saves().map(({ headers }) => headers['x-save-kind'])).toEqual(['manual', 'manual']);
    expect(page.store.getState()).toMatchObject({ dirty: false, project: { id } });
  });

  test('comes after a save of code from another page', async () => {
    openUnsaved(page.store, 'k'.repeat(16), handedOver);
    expect(await done(replaceWithTemplate(page.store, template, always))).toEqual({ ok: true });
    await studio.time.pass(3_000);
    expect(history(page.store.getState().project.id ?? '')).toEqual([handedOver.html, template.html]);
  });

  test('waits for a save that is under way, and for the text that is typed since', async () => {
    const { id } = await page.openOwn('<p>saved</p>');
    studio.fate = () => ({ slow: 1_000 });
    page.store.actions.edit('html', '<p>on its way</p>');
    void page.store.actions.save('auto');
    await studio.time.pass(200);
    page.store.actions.edit('html', '<p>typed since</p>');
    const replaced = replaceWithTemplate(page.store, template, always);
    await studio.time.pass(500);
    expect(text()).toBe('<p>typed since</p>');
    await studio.time.pass(10_000);
    expect(await replaced).toEqual({ ok: true });
    expect(history(id)).toEqual(['<p>saved</p>', '<p>on its way</p>', '<p>typed since</p>', template.html]);
  });

  test.each<[string, () => void]>([
    ['without a connection', () => (studio.fate = () => 'lost on the way')],
    ['while the server is away', () => (studio.fate = () => 'unavailable')],
    ['after a save elsewhere', () => studio.server.saveElsewhere(openId, { html: '<p>elsewhere</p>' })],
  ])('%s is not inserted over unsaved text, which stays', async (_, trouble) => {
    openId = (await page.openOwn('<p>saved</p>')).id;
    page.store.actions.edit('html', '<p>unsaved</p>');
    trouble();
    const outcome: Outcome = await done(replaceWithTemplate(page.store, template, always));
    expect(outcome).toMatchObject({ ok: false, toast: 'Template not inserted' });
    expect(text()).toBe('<p>unsaved</p>');
  });
  let openId: string;

  test('without a connection is inserted over saved text, and saved when there is one again', async () => {
    const { id } = await page.openOwn('<p>saved</p>');
    studio.fate = () => 'lost on the way';
    expect(await done(replaceWithTemplate(page.store, template, always))).toEqual({ ok: true });
    expect(text()).toBe(template.html);
    studio.fate = () => 'delivered';
    page.store.wake();
    await studio.time.pass(3_000);
    expect(history(id)).toEqual(['<p>saved</p>', template.html]);
  });

  test('is not inserted where it is no longer asked for when the save has ended', async () => {
    await page.openOwn('<p>saved</p>');
    page.store.actions.edit('html', '<p>unsaved</p>');
    await done(replaceWithTemplate(page.store, template, { ...always, isWanted: () => false }));
    expect(text()).toBe('<p>unsaved</p>');
  });

  test('stays unsaved where nothing is saved by itself', async () => {
    const { id } = await page.openOwn('<p>saved</p>');
    studio.autoSave = false;
    await done(replaceWithTemplate(page.store, template, { ...always, autoSave: false }));
    await studio.time.pass(5_000);
    expect(studio.server.projects.get(id)?.html).toBe('<p>saved</p>');
    expect(page.store.getState().dirty).toBe(true);
  });

  test('changes somebody else’s on this screen alone', async () => {
    const id = await openTheirs();
    await done(replaceWithTemplate(page.store, template, always));
    await studio.time.pass(5_000);
    expect(text()).toBe(template.html);
    expect(studio.server.saves()).toEqual([]);
    expect(page.store.getState()).toMatchObject({ lifecycle: { kind: 'shared', id }, dirty: true });
    expect(page.store.getState().userId).toBe(ada.id);
  });
});
