import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { commandsWithoutPage } from '@/testing/commands-without-page.ts';
import { ada, bob, done, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { createFakeCall, createFakeSocket } from '@/testing/fake-session.ts';
import { settled } from '@/testing/virtual-time.ts';
import { openQuestion } from '@/ui/dialogs/confirm.ts';
import { manualCopy } from '@/ui/dialogs/copy-text.ts';
import { Overlays } from '@/ui/overlays.tsx';
import { shownToast } from '@/ui/toast/toast.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import { Header } from './header.tsx';

let studio: FakeStudio;
let store: ProjectStore;
let wentTo: string[];
let opened: string[];
const user = userEvent.setup();
const titleInput = createRef<HTMLInputElement>();

/** No project here is a fork. */
const call = createFakeCall(() => Promise.reject(new Error('The header asks for nothing')));

/** Shows the header for the open project; the response is what it commands. */
function show() {
  const commands = commandsWithoutPage(store, {
    goTo: (path) => {
      wentTo.push(path);
    },
    openDialog: (dialog) => void opened.push(dialog),
    titleInput: () => titleInput.current,
  });
  render(
    <>
      <Header
        services={{ call, socket: createFakeSocket().socket }}
        store={store}
        commands={commands}
        isAwaited={false}
        onOpen={() => undefined}
        titleInput={titleInput}
        exportMenu={null}
        moderation={null}
        userMenu={null}
      />
      <Overlays />
    </>,
  );
  return commands;
}

async function openProject(userId: string, fields: { isPublic?: boolean; title?: string } = {}) {
  const project = studio.server.add({ userId, html: '<h1>Hi</h1>', ...fields });
  await done(store.actions.open(project.id));
  return project;
}

const click = (name: string) => user.click(screen.getByRole('button', { name }));
const badge = () => screen.getByRole('status').textContent;

beforeEach(() => {
  studio = openFakeStudio();
  store = studio.open().store;
  wentTo = [];
  opened = [];
});

afterEach(() =>
  act(() => {
    openQuestion.setState(null, true);
    shownToast.setState(null, true);
    manualCopy.setState(null, true);
  }),
);

describe('New', () => {
  test('asks before unsaved changes are left, and Cancel keeps them', async () => {
    await openProject(ada.id);
    show();
    act(() => store.actions.edit('html', '<h1>Changed</h1>'));
    await click('New');
    await screen.findByRole('alertdialog', {
      description: 'You have unsaved changes. Are you sure you want to create a new project?',
    });
    await click('Cancel');
    expect(store.getState().typed.html).toBe('<h1>Changed</h1>');
    expect(badge()).toBe('Unsaved');
  });

  test('starts a blank project once confirmed', async () => {
    await openProject(ada.id);
    show();
    act(() => store.actions.edit('html', '<h1>Changed</h1>'));
    await click('New');
    await screen.findByRole('alertdialog');
    await click('New project');
    await screen.findByText('New project created');
    expect(store.getState().typed.html).toBe('');
    expect(badge()).toBe('New Project');
    expect(wentTo).toEqual(['/']);
  });

  test('asks nothing where everything is saved', async () => {
    await openProject(ada.id);
    show();
    await click('New');
    await screen.findByText('New project created');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('Save', () => {
  test('shows Save, then Saved, and a toast', async () => {
    show();
    act(() => store.actions.edit('html', '<p>'));
    await click('Save');
    await screen.findByText('Project saved');
    await screen.findByRole('button', { name: 'Saved' });
    expect(badge()).toBe('Saved');
    expect(wentTo).toEqual([]);
  });

  test("makes a copy of somebody else's project and goes home", async () => {
    const project = await openProject(bob.id, { isPublic: true });
    show();
    expect(badge()).toBe('Shared');
    await click('Save Copy');
    await screen.findByText('Project copy saved');
    expect(wentTo).toEqual(['/']);
    expect(store.getState().project.id).not.toBe(project.id);
    expect(studio.server.projects.get(project.id)?.userId).toBe(bob.id);
  });
});

describe('a copy that is saved after another project was opened', () => {
  test('leaves the address of that project alone', async () => {
    await openProject(bob.id, { isPublic: true });
    const { save } = show();
    studio.fate = () => ({ slow: 1_000 });
    const saved = save();
    await act(settled);
    studio.fate = () => 'delivered';
    await act(() => openProject(ada.id));
    await act(() => studio.time.pass(1_000));
    await act(() => saved);
    screen.getByText('Project copy saved');
    expect(wentTo).toEqual([]);
  });
});

describe('Like', () => {
  test('stands beside somebody else’s public project alone, and says what a press does', async () => {
    await openProject(bob.id, { isPublic: true });
    show();
    await user.click(await screen.findByRole('button', { name: 'Like' }));
    const pressed = await screen.findByRole('button', { name: 'Unlike', pressed: true });
    expect(await screen.findByText('1 like · 0 views')).toBeTruthy();
    await user.click(pressed);
    await screen.findByRole('button', { name: 'Like', pressed: false });
    await act(() => openProject(ada.id, { isPublic: true }));
    expect(screen.queryByRole('button', { name: 'Like' })).toBeNull();
    expect(screen.getByText('0 likes · 0 views')).toBeTruthy();
  });
});

describe('Fork', () => {
  test('is busy until the fork is open', async () => {
    await openProject(bob.id, { isPublic: true });
    show();
    studio.fate = () => ({ slow: 1_000 });
    const fork = screen.getByRole('button', { name: 'Fork' });
    await user.dblClick(fork);
    expect(fork.getAttribute('aria-disabled')).toBe('true');
    await act(() => studio.time.pass(1_000));
    await waitFor(() => expect(fork.getAttribute('aria-disabled')).toBeNull());
    screen.getByText('Project forked');
    expect(studio.server.projects.size).toBe(2);
  });
});

describe('Project title', () => {
  const title = () => screen.getByRole('textbox', { name: 'Project title' });

  test.each([
    ['Enter takes it', '{Enter}', 'Clock'],
    ['leaving the field takes it', '{Tab}', 'Clock'],
    ['Ctrl+S takes it before the save', '{Control>}s{/Control}', 'Clock'],
    ['Esc gives it up', '{Escape}{Tab}', 'Untitled'],
  ])('%s', async (_, keys, expected) => {
    show();
    await user.clear(title());
    await user.type(title(), `Clock${keys}`);
    expect(store.getState().project.title).toBe(expected);
    expect(title()).toHaveProperty('value', expected);
  });

  test('Rename focuses and selects it', async () => {
    await openProject(ada.id, { title: 'Clock' });
    act(show().rename);
    const field = titleInput.current;
    expect(document.activeElement).toBe(field);
    expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, 5]);
  });

  test('Enter leaves the focus in the field', async () => {
    show();
    await user.type(title(), ' 2{Enter}');
    expect(document.activeElement).toBe(title());
  });

  test('one that is still being typed is unsaved, and another project asks before it takes its place', async () => {
    await openProject(ada.id, { title: 'Clock' });
    const { mayLoad } = show();
    await user.type(title(), ' 2');
    let asked: Promise<boolean> | undefined;
    act(() => {
      asked = mayLoad();
    });
    await screen.findByRole('alertdialog', {
      description: 'You have unsaved changes. Are you sure you want to load another project?',
    });
    await click('Cancel');
    expect(await asked).toBe(false);
    expect(store.getState().project.title).toBe('Clock 2');
  });

  test('one that is still being typed is never given to the next project', async () => {
    await openProject(ada.id, { title: 'Clock' });
    show();
    await user.type(title(), ' 2');
    act(() => store.actions.startBlank());
    expect(title()).toHaveProperty('value', 'Untitled');
    await user.click(title());
    await user.tab();
    expect(store.getState().project.title).toBe('Untitled');
  });

  test('a blank one becomes Untitled', async () => {
    await openProject(ada.id, { title: 'Clock' });
    show();
    await user.clear(title());
    await user.tab();
    expect(title()).toHaveProperty('value', 'Untitled');
  });
});

describe('Share', () => {
  test('needs a saved project', async () => {
    show();
    await click('Share');
    await screen.findByText('Cannot share');
  });

  test('needs a public project', async () => {
    await openProject(ada.id);
    show();
    await click('Share');
    await screen.findByText('Cannot share private project');
  });

  test('copies the address of the project', async () => {
    const { id } = await openProject(ada.id, { isPublic: true });
    show();
    await click('Share');
    await screen.findByText('Link copied');
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/project/${id}`);
  });

  test('shows the address where the browser refuses to copy', async () => {
    const { id } = await openProject(ada.id, { isPublic: true });
    show();
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    await click('Share');
    const field = await screen.findByRole('textbox', { name: 'Text to copy' });
    expect(field).toHaveProperty('value', `${window.location.origin}/project/${id}`);
    expect(screen.queryByText('Link copied')).toBeNull();
  });
});

describe('the visibility menu', () => {
  test('makes a project public by keyboard, at once and without a save', async () => {
    const { id } = await openProject(ada.id);
    show();
    act(() => screen.getByRole('button', { name: 'Private' }).focus());
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('menuitem', { name: 'Make public' });
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Public' });
    expect(studio.server.projects.get(id)?.isPublic).toBe(true);
    expect(badge()).toBe('Saved');
  });

  test("of somebody else's project says whose it is, and opens or sends nothing", async () => {
    await openProject(bob.id, { isPublic: true });
    show();
    const before = studio.server.requests.length;
    for (const [item, title] of [
      ['Make private', 'Save project first'],
      ['Enable embedding', 'Save project first'],
      ['By link', 'Cannot share'],
    ] as const) {
      await click('Public');
      await user.click(await screen.findByRole('menuitem', { name: item }));
      await waitFor(() => expect(shownToast.getState()).toMatchObject({ title, tone: 'danger' }));
      expect(shownToast.getState()?.description).toContain('This project belongs to someone else.');
      act(() => shownToast.setState(null, true));
    }
    expect([opened, studio.server.requests.length]).toEqual([[], before]);
  });

  test('embedding and its code need a saved project', async () => {
    show();
    await click('Private');
    await user.click(await screen.findByRole('menuitem', { name: 'Enable embedding' }));
    await screen.findByText('Save project first');
    await click('Private');
    await user.click(await screen.findByRole('menuitem', { name: 'Embed Code' }));
    await screen.findByText('Cannot generate embed code');
  });
});

describe('the project menu', () => {
  const offered = async () => {
    await click('Project menu');
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  };

  test("leads to the details and, of one's own saved project, to its history", async () => {
    await openProject(ada.id);
    show();
    expect(await offered()).toEqual([
      'Rename',
      'Project details',
      'Templates',
      'Revision history',
      'Forks',
      'Duplicate',
      'Delete',
    ]);
  });

  test("has no history of what was never saved, or is somebody else's, and does not delete it", async () => {
    show();
    expect(await offered()).toEqual(['Rename', 'Project details', 'Templates']);
    await user.keyboard('{Escape}');
    await act(() => openProject(bob.id, { isPublic: true }));
    expect(await offered()).toEqual(['Rename', 'Project details', 'Templates']);
  });
});
