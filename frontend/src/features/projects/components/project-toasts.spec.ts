import { commandsWithoutPage } from '@/testing/commands-without-page.ts';
import { ada, bob, done, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { openQuestion } from '@/ui/dialogs/confirm.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import type { ProjectStore } from '../model/project-store.ts';
import { showOutcomeToast } from '../toast-texts.ts';
import { createTrashCommands } from './lists/trash-commands.ts';
import type { ProjectCommands } from './project-commands.ts';

let studio: FakeStudio;
let store: ProjectStore;
let commands: ProjectCommands;
let copied: string[];

beforeEach(() => {
  studio = openFakeStudio();
  store = studio.open().store;
  commands = commandsWithoutPage(store);
  copied = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
});
afterEach(() => {
  openQuestion.setState(null, true);
  shownToast.setState(null, true);
  Reflect.deleteProperty(navigator, 'clipboard');
});

/** An open project. */
async function open(userId: string, isPublic = false): Promise<string> {
  const { id } = studio.server.add({ userId, isPublic, html: '<p>some text</p>' });
  await done(store.actions.open(id));
  return id;
}

/** Makes the server refuse all requests. */
function refuse(status = 500) {
  const body = { code: 'refused', detail: 'The server says why.' };
  studio.server.handle = () => ({ status, body });
}

async function remove(id: string) {
  const project = { id, title: 'Clock', isPublic: false, isEmbeddable: false };
  const removing = createTrashCommands(store).remove(project, () => undefined);
  openQuestion.getState()?.answer(true);
  await removing;
}

type Row = [title: string, text: string | undefined, act: () => unknown];

describe('toasts of success', () => {
  test.each<Row>([
    ['New project created', undefined, () => commands.createNew()],
    [
      'Project saved',
      undefined,
      () => {
        store.actions.edit('html', '<h1>Something new</h1>');
        return commands.save();
      },
    ],
    ['Project copy saved', undefined, () => open(bob.id, true).then(() => commands.save())],
    [
      'Shared project loaded',
      undefined,
      async () =>
        showOutcomeToast(
          await store.actions.openShared(studio.server.add({ userId: bob.id, isPublic: true }).id),
        ),
    ],
    ['Project loaded', undefined, () => commands.load(studio.server.add({ userId: ada.id }).id)],
    ['Project deleted', undefined, () => open(ada.id).then(remove)],
    ['Project forked', undefined, () => open(bob.id, true).then(() => commands.fork())],
    ['Link copied', undefined, () => open(ada.id, true).then(() => commands.share())],
  ])('%s', async (title, text, act) => {
    await done(Promise.resolve(act()));
    expect(shownToast.getState()).toMatchObject({ title });
    expect(shownToast.getState()?.description).toBe(text);
    expect(shownToast.getState()?.tone).not.toBe('danger');
  });
});

describe('destructive toasts', () => {
  test.each<Row>([
    [
      'Save failed',
      'You must be logged in to save projects',
      () => {
        studio.user = null;
        return commands.save();
      },
    ],
    [
      'Save failed',
      'Failed to save project. Please try again.',
      async () => {
        await open(ada.id);
        store.actions.edit('css', 'p {}');
        refuse(404);
        await commands.save();
      },
    ],
    [
      'Failed to load project',
      'The server says why.',
      () => {
        refuse();
        return commands.load('0000000000000001');
      },
    ],
    [
      'Failed to load project',
      'Network error - please check your connection.',
      () => {
        studio.fate = () => 'lost on the way';
        return commands.load('0000000000000001');
      },
    ],
    ['Cannot load project', 'Project ID is missing. Please refresh and try again.', () => commands.load('')],
    [
      'Failed to load shared project',
      "The project may be private or doesn't exist",
      async () => showOutcomeToast(await store.actions.openShared('0000000000000001')),
    ],
    [
      'Failed to change embed setting',
      'Please try again or refresh the page.',
      async () => {
        await open(ada.id);
        refuse();
        await commands.setEmbedding(true);
      },
    ],
    [
      'Save project first',
      'Save the project before changing its embed settings.',
      () => commands.setEmbedding(true),
    ],
    ['Cannot share', 'Save the project first.', () => commands.share()],
    [
      'Cannot share private project',
      'Make the project public first.',
      () => open(ada.id).then(() => commands.share()),
    ],
    ['Cannot fork', 'Save the project first.', () => commands.fork()],
    [
      'Cannot fork private project',
      'Only public projects can be forked.',
      () => open(ada.id).then(() => commands.fork()),
    ],
    [
      'Fork failed',
      'The server says why.',
      async () => {
        await open(bob.id, true);
        refuse();
        await commands.fork();
      },
    ],
    [
      'Delete failed',
      'The server says why.',
      async () => {
        const id = await open(ada.id);
        refuse();
        await remove(id);
      },
    ],
    ['Cannot generate embed code', 'Save the project first.', () => commands.showEmbedCode()],
  ])('%s: %s', async (title, text, act) => {
    await done(Promise.resolve(act()));
    expect(shownToast.getState()).toMatchObject({ title, description: text, tone: 'danger' });
  });
});
