import type { Project, TrashedProject } from '@studio/contract/http/projects';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { commandsWithoutPage } from '@/testing/commands-without-page.ts';
import { ada, openFakeStudio } from '@/testing/fake-browser.ts';
import { createFakeCall, createFakeSocket } from '@/testing/fake-session.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import YourProjectsDialog from '../dialogs/your-projects-dialog.tsx';

const day = 86_400_000;
const user = userEvent.setup();
let surroundings: ReturnType<typeof openFakeStudio>;
let store: ProjectStore;
/** The projects in the server's trash. */
let trashed: TrashedProject[];
let failing: boolean;
/** The search text of each request for the trash. */
let searched: (string | null)[];
let closed: number;
/** Sends an event of the socket. */
let emit: ReturnType<typeof createFakeSocket>['emit'];

function server(request: Request): Response {
  if (failing) return Response.json({ detail: 'A backing service is away.' }, { status: 503 });
  const { pathname, searchParams } = new URL(request.url);
  const search = searchParams.get('search');
  if (pathname === '/projects/trash') searched.push(search);
  const data =
    pathname === '/projects/trash' ? trashed.filter(({ title }) => title.includes(search ?? '')) : [];
  return Response.json({ data, total: data.length, page: 1, limit: 20, totalPages: 1 });
}

/** Adds a project that Ada deleted `daysAgo`. */
async function throwAway(title: string, daysAgo: number, shown: Partial<Project> = {}) {
  const project = surroundings.server.add({ userId: ada.id, title, ...shown });
  const { html: _html, css: _css, js: _js, ...fields } = project;
  await store.actions.remove(fields.id);
  trashed.push({ ...fields, deletedAt: new Date(Date.now() - daysAgo * day).toISOString() });
  return fields.id;
}

/** Opens Your Projects and goes from there to the trash. */
async function openTrash() {
  const fake = createFakeSocket();
  emit = fake.emit;
  const source = { call: createFakeCall(server), socket: fake.socket };
  const commands = commandsWithoutPage(store);
  const onClose = () => {
    closed += 1;
  };
  render(
    <YourProjectsDialog
      source={source}
      store={store}
      commands={commands}
      onForks={onClose}
      onClose={onClose}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Trash' }));
  return within(await screen.findByRole('dialog', { name: 'Trash' }));
}

beforeEach(() => {
  surroundings = openFakeStudio();
  store = surroundings.open().store;
  trashed = [];
  failing = false;
  searched = [];
  closed = 0;
});

afterEach(() => act(() => shownToast.setState(null, true)));

test('shows how many were deleted, when, and how long each stays', async () => {
  await throwAway('Clock', 2.5);
  await throwAway('Old clock', 29.5);
  const trash = await openTrash();
  const clock = await trash.findByRole('listitem', { name: 'Clock' });
  expect(clock.textContent).toMatch(/Deleted .*2026.*28 days left/);
  within(trash.getByRole('listitem', { name: 'Old clock' })).getByText(/1 day left/);
  trash.getByText('2');
});

test('Restore takes a project out of it, to be loaded from there', async () => {
  const id = await throwAway('Clock', 1);
  const trash = await openTrash();
  await user.click(await trash.findByRole('button', { name: 'Restore' }));
  await trash.findByText('Restored');
  trash.getByText('0');
  expect(trash.getByRole('status').textContent).toBe('0 projects');
  expect(document.activeElement).toBe(trash.getByRole('button', { name: 'Load' }));
  expect(surroundings.server.projects.has(id)).toBe(true);
  await user.click(trash.getByRole('button', { name: 'Load' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(store.getState().project.id).toBe(id);
});

test('a double click on Restore restores once, and opens nothing', async () => {
  await throwAway('Clock', 1);
  const trash = await openTrash();
  surroundings.fate = () => ({ slow: 100 });
  await user.dblClick(await trash.findByRole('button', { name: 'Restore' }));
  await act(() => surroundings.time.pass(100));
  const load = await trash.findByRole('button', { name: 'Load' });
  expect(surroundings.server.requests.filter(({ path }) => path.endsWith('/restore'))).toHaveLength(1);
  // Where the response comes first, the second click is here.
  fireEvent.click(load, { detail: 2 });
  expect(load.getAttribute('aria-disabled')).toBeNull();
});

test.each([
  ['public', { isPublic: true }],
  ['open by link', { liveLinks: 1 }],
])('says that a project that was %s came back as private, where one may not publish', async (_, shown) => {
  await throwAway('Clock', 1, shown);
  surroundings.server.refusePublishing();
  const trash = await openTrash();
  await user.click(await trash.findByRole('button', { name: 'Restore' }));
  await trash.findByText('Restored');
  expect(shownToast.getState()).toMatchObject({
    title: 'Project restored as private',
    description: 'You have reached your limit for publishing.',
  });
});

test('a project that an admin deletes permanently leaves the trash, and the focus stays in the dialog', async () => {
  const id = await throwAway('Clock', 1);
  await throwAway('Rain', 2);
  const trash = await openTrash();
  const clock = within(await trash.findByRole('listitem', { name: 'Clock' }));
  act(() => clock.getByRole('button', { name: 'Restore' }).focus());
  trashed = trashed.filter((project) => project.id !== id);
  act(() => emit('project:removed', { projectId: id, by: 'moderation' }));
  await waitFor(() => expect(trash.queryByRole('listitem', { name: 'Clock' })).toBeNull());
  trash.getByRole('listitem', { name: 'Rain' });
  const dialog = screen.getByRole('dialog', { name: 'Trash' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
});

test('can be searched', async () => {
  await throwAway('Clock', 1);
  await throwAway('Rain', 2);
  const trash = await openTrash();
  await trash.findByRole('listitem', { name: 'Rain' });
  await user.type(trash.getByRole('searchbox', { name: 'Search the trash' }), 'Clock');
  await waitFor(() => expect(trash.queryByRole('listitem', { name: 'Rain' })).toBeNull());
  trash.getByRole('listitem', { name: 'Clock' });
  expect(searched).toEqual([null, 'Clock']);
  await user.type(trash.getByRole('searchbox'), ' and more');
  await trash.findByText('No projects found');
});

test('with nothing in it says so, and leads back', async () => {
  await openTrash();
  await screen.findByText('The trash is empty');
  await user.click(screen.getByRole('button', { name: 'Your Projects' }));
  await screen.findByText('No projects yet');
});

test('that cannot be loaded says so, and Retry loads it', async () => {
  await throwAway('Clock', 1);
  failing = true;
  const trash = await openTrash();
  await trash.findByText('A backing service is away.');
  failing = false;
  await user.click(trash.getByRole('button', { name: 'Retry' }));
  await trash.findByText('Clock');
});
