import { durations } from '@studio/contract/durations';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { browserStorage } from '@/lib/browser-storage.ts';
import { ada, bob, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
import { storeFramework } from './stored-framework.ts';

const react = { ...defaultFrameworkConfig, framework: 'react' } as const;
const vue = { ...defaultFrameworkConfig, framework: 'vue' } as const;

let studio: FakeStudio;
beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  studio.autoSave = false;
});

/** A page that stores the configuration, like the app. */
function openPage(): FakePage {
  const page = studio.open();
  storeFramework(
    page.store,
    browserStorage(() => window.localStorage),
    studio.time,
  );
  return page;
}

const framework = ({ store }: FakePage) => store.getState().project.frameworkConfig.framework;
const kept = (key: string) => JSON.parse(window.localStorage.getItem(key) ?? 'null') as { framework: string };

test('a choice is stored per project, and as the current selection', async () => {
  const { id } = studio.server.add({ userId: ada.id });
  const page = openPage();
  await done(page.store.actions.openShared(id));
  page.store.actions.setFramework(react);
  expect(kept(`frameworkConfig_${id}`)).toMatchObject({ framework: 'react' });
  expect(kept('frameworkSelector_current')).toEqual(react);
});

test('the current selection is that of the project on screen, also of one just opened', async () => {
  const { id } = studio.server.add({ userId: ada.id, frameworkConfig: vue });
  const page = openPage();
  page.store.actions.startBlank();
  page.store.actions.setFramework(react);
  await done(page.store.actions.openShared(id));
  expect(kept('frameworkSelector_current')).toEqual(vue);
  page.store.actions.startBlank();
  expect(kept('frameworkSelector_current')).toEqual(defaultFrameworkConfig);
});

test('a choice that was not saved is brought back when its project is opened again, and counts as unsaved', async () => {
  const { id } = studio.server.add({ userId: ada.id });
  const page = openPage();
  await done(page.store.actions.openShared(id));
  page.store.actions.setFramework(react);
  page.crash();
  const next = openPage();
  await done(next.store.actions.openShared(id));
  expect(framework(next)).toBe('react');
  expect(next.store.getState().dirty).toBe(true);
});

test.each([
  ['is older than a day', { timestamp: Date.UTC(2026, 10, 1) - durations.restoreWindow }],
  ['is another user’s', { userId: bob.id }],
  ['stands on a version that was saved over', { version: 7 }],
  ['cannot be read', { framework: 'cobol' }],
])('a stored choice that %s is ignored', async (_, broken) => {
  const { id } = studio.server.add({ userId: ada.id, frameworkConfig: vue });
  window.localStorage.setItem(`frameworkConfig_${id}`, JSON.stringify({ ...react, ...broken }));
  const page = openPage();
  await done(page.store.actions.openShared(id));
  expect(framework(page)).toBe('vue');
});

test('records of projects that are not opened again are removed after a day, and no newer ones', async () => {
  const [old, recent] = [studio.server.add({ userId: ada.id }), studio.server.add({ userId: ada.id })];
  for (const { id } of [old, recent]) {
    const page = openPage();
    await done(page.store.actions.openShared(id));
    page.store.actions.setFramework(react);
    page.crash();
    if (id === old.id) await studio.time.pass(durations.restoreWindow / 2);
  }
  await studio.time.pass(durations.restoreWindow / 2);
  openPage();
  expect(kept(`frameworkConfig_${old.id}`)).toBeNull();
  expect(kept(`frameworkConfig_${recent.id}`)).toMatchObject({ framework: 'react' });
});

test('another project has its own, and a new one begins with the defaults', async () => {
  const first = studio.server.add({ userId: ada.id });
  const second = studio.server.add({ userId: ada.id, frameworkConfig: vue });
  const page = openPage();
  await done(page.store.actions.openShared(first.id));
  page.store.actions.setFramework(react);
  await done(page.store.actions.openShared(second.id));
  expect(framework(page)).toBe('vue');
  page.store.actions.startBlank();
  expect(framework(page)).toBe('vanilla');
});

test('a new project takes its record along when it gets an id', async () => {
  const page = openPage();
  page.store.actions.startBlank();
  page.store.actions.setFramework(react);
  const { key } = page.store.getState().project;
  expect(kept(`frameworkConfig_${key}`)).toMatchObject({ framework: 'react' });
  await done(page.store.actions.save('manual'));
  const { id } = page.store.getState().project;
  expect(kept(`frameworkConfig_${key}`)).toBeNull();
  expect(kept(`frameworkConfig_${id}`)).toMatchObject({ framework: 'react' });
});

test('whoever clears the record resets the configuration within a second', async () => {
  const page = openPage();
  page.store.actions.startBlank();
  page.store.actions.setFramework(react);
  window.localStorage.removeItem(`frameworkConfig_${page.store.getState().project.key}`);
  await studio.time.pass(1_000);
  expect(framework(page)).toBe('vanilla');
});

test('another window of a project that is saved as a copy here keeps its configuration', async () => {
  const { id } = studio.server.add({ userId: ada.id, frameworkConfig: vue });
  const [here, there] = [openPage(), openPage()];
  for (const page of [here, there]) {
    await done(page.store.actions.open(id));
    page.store.actions.setFramework(react);
  }
  studio.server.saveElsewhere(id, { html: '<p>elsewhere</p>' });
  await done(here.store.actions.save('manual'));
  await done(here.store.actions.resolveConflict('copy'));
  expect(here.store.getState().project.id).not.toBe(id);
  await studio.time.pass(1_000);
  expect(framework(there)).toBe('react');
});

test('a window that was open for more than a day keeps its configuration when another one opens the project', async () => {
  const { id } = studio.server.add({ userId: ada.id });
  const page = openPage();
  await done(page.store.actions.open(id));
  page.store.actions.setFramework(react);
  await studio.time.pass(durations.restoreWindow);
  const other = openPage();
  await done(other.store.actions.open(id));
  await studio.time.pass(1_000);
  expect([framework(page), framework(other)]).toEqual(['react', 'vanilla']);
});

test('a window that was open for more than a day keeps its configuration when another one removes old records', async () => {
  const { id } = studio.server.add({ userId: ada.id });
  const page = openPage();
  await done(page.store.actions.open(id));
  page.store.actions.setFramework(react);
  await studio.time.pass(durations.restoreWindow);
  openPage();
  expect(kept(`frameworkConfig_${id}`)).toBeNull();
  await studio.time.pass(1_000);
  expect(framework(page)).toBe('react');
});

test('a choice that finds no room in the storage resets neither this window nor another one', async () => {
  const [here, there] = [openPage(), openPage()];
  there.store.actions.startBlank();
  there.store.actions.setFramework(vue);
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  here.store.actions.startBlank();
  here.store.actions.setFramework(react);
  await studio.time.pass(3_000);
  Storage.prototype.setItem = write;
  expect([framework(here), framework(there)]).toEqual(['react', 'vue']);
});

test('storage that the browser forbids while the page is open is not cleared', async () => {
  let forbidden = false;
  const page = studio.open();
  storeFramework(
    page.store,
    browserStorage(() => {
      if (forbidden) throw new DOMException('denied', 'SecurityError');
      return window.localStorage;
    }),
    studio.time,
  );
  page.store.actions.startBlank();
  page.store.actions.setFramework(react);
  forbidden = true;
  await studio.time.pass(3_000);
  expect(framework(page)).toBe('react');
});

test('where the browser refuses storage, nothing is reset', async () => {
  const page = studio.open();
  storeFramework(
    page.store,
    browserStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    }),
    studio.time,
  );
  page.store.actions.startBlank();
  page.store.actions.setFramework(react);
  await studio.time.pass(3_000);
  await settled();
  expect(framework(page)).toBe('react');
});

describe('a choice and text, neither of them saved', () => {
  async function openAgain() {
    const { id } = studio.server.add({ userId: ada.id, html: 'old' });
    const page = openPage();
    await done(page.store.actions.openShared(id));
    page.store.actions.setFramework(react);
    page.store.actions.edit('html', 'new');
    await studio.time.pass(1_000);
    page.crash();
    studio.autoSave = true;
    const next = openPage();
    await done(next.store.actions.openShared(id));
    await studio.time.pass(5_000);
    return { id, next };
  }

  test('are offered together, and nothing is saved meanwhile', async () => {
    const { id, next } = await openAgain();
    expect(next.store.getState()).toMatchObject({ notice: { kind: 'draft' }, dirty: false });
    expect(studio.server.projects.get(id)).toMatchObject({
      version: 1,
      frameworkConfig: defaultFrameworkConfig,
    });
  });

  test('come back together', async () => {
    const { id, next } = await openAgain();
    await done(next.store.actions.restoreDraft());
    await studio.time.pass(5_000);
    expect(next.store.getState().save.conflict).toBeNull();
    expect(studio.server.projects.get(id)).toMatchObject({ html: 'new', frameworkConfig: react });
  });

  test('are discarded together', async () => {
    const { id, next } = await openAgain();
    await done(next.store.actions.discardDraft());
    await studio.time.pass(5_000);
    expect(next.store.getState().dirty).toBe(false);
    expect(studio.server.projects.get(id)).toMatchObject({
      html: 'old',
      frameworkConfig: defaultFrameworkConfig,
    });
  });
});
