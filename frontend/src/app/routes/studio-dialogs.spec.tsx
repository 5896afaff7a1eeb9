import type { Project } from '@studio/contract/http/projects';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { commandsWithoutPage } from '@/testing/commands-without-page.ts';
import { ada, done, type FakePage, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { createFakeSession, createFakeSocket, defaultConfig } from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import type { DialogName } from '../open-dialogs.ts';
import StudioDialogs from './studio-dialogs.tsx';

let surroundings: FakeStudio;
let page: FakePage;
const opened = createStore<DialogName | null>(() => null);
const openDialog = (dialog: DialogName | null) => opened.setState(dialog, true);

/** The editor shell, as far as it knows of dialogs. */
function Shell() {
  const dialog = useStore(opened);
  const { store } = page;
  const [services] = useState(() => ({
    ...createFakeSession(() => null),
    config: defaultConfig,
    socket: createFakeSocket().socket,
    project: store,
  }));
  const commands = commandsWithoutPage(store, { openDialog });
  const parts = { workspace: () => null, exportMenu: () => null, logout: async () => undefined };
  return (
    dialog && (
      <StudioDialogs
        key={dialog}
        services={services}
        commands={commands}
        open={dialog}
        onOpen={openDialog}
        packagesFound={null}
        onPackagesTaken={() => undefined}
        parts={parts}
        onClose={() => openDialog(null)}
      />
    )
  );
}

async function show(dialog: DialogName) {
  act(() => openDialog(dialog));
  await screen.findByRole('dialog');
}

const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(async () => {
  silenceWarnings();
  surroundings = openFakeStudio();
  page = surroundings.open();
  await page.openOwn();
  openDialog(null);
  render(<Shell />);
});

afterEach(() => act(() => shownToast.setState(null, true)));

const ofSaved: DialogName[] = ['revisions', 'embed', 'links', 'forks', 'report'];

test.each(ofSaved)('%s closes with the removal of its project, and stays closed', async (dialog) => {
  await show(dialog);
  act(() => page.store.remoteParts.workingCopy.detach('owner'));
  await isGone();
  await act(async () => {
    page.store.actions.edit('html', 'typed in a new project');
    await done(page.store.actions.save('manual'));
  });
  expect(page.store.getState().project.id).not.toBeNull();
  await isGone();
});

test.each([...ofSaved, 'details' as const])('%s closes when another project is opened', async (dialog) => {
  const other = surroundings.server.add({ userId: ada.id });
  await show(dialog);
  await act(() => done(page.store.actions.open(other.id)));
  expect(page.store.getState().project.id).toBe(other.id);
  await isGone();
});

test('the command palette offers Save again once a save is over', async () => {
  surroundings.fate = () => ({ slow: 100 });
  act(() => {
    page.store.actions.edit('html', 'typed');
    void page.store.actions.save('manual');
  });
  await show('commands');
  const save = screen.getByRole('option', { name: 'Project: Save' });
  expect(save.textContent).toContain('The project is being saved.');
  await act(() => surroundings.time.pass(100));
  expect(save.textContent).not.toContain('The project is being saved.');
});

describe('a conflict', () => {
  const user = userEvent.setup();
  const conflictWith = (change: Partial<Project>) => {
    const [theirs] = surroundings.server.projects.values();
    if (!theirs) throw new Error('No project');
    const conflict = { ...theirs, ...change };
    act(() => page.store.remoteParts.workingCopy.change({}, { type: 'conflicted', conflict }));
  };

  test('that is resolved closes the dialog; the next one opens none by itself', async () => {
    conflictWith({ html: 'theirs', version: 2 });
    await show('conflict');
    await user.click(screen.getByRole('button', { name: 'Take theirs' }));
    await isGone();
    conflictWith({ html: 'newer', version: 3 });
    await isGone();
  });

  test('whose copy is being saved leaves the focus at the button that was pressed', async () => {
    conflictWith({ html: 'theirs', version: 2 });
    await show('conflict');
    surroundings.fate = () => ({ slow: 100 });
    const copy = screen.getByRole('button', { name: 'Save as copy' });
    await user.click(copy);
    expect(copy.getAttribute('aria-disabled')).toBe('true');
    expect(copy).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Take theirs' })).toHaveProperty('disabled', true);
    expect(document.activeElement).toBe(copy);
  });
});
