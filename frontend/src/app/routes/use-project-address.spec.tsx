import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { navigate } from 'wouter/use-browser-location';
import { ada, bob, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import {
  account,
  createFakeSession,
  createFakeSocket,
  defaultConfig,
  type FakeResponse,
  notFound,
} from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { App } from '../app.tsx';
import { closeProjectWithUser } from '../background-services.ts';
import type { PageServices } from '../page-services.ts';

const user = userEvent.setup();
let studio: FakeStudio;
let services: PageServices;

/** The lists and accounts of the studio; projects are `studio.server`'s. */
function respond(asked: string): FakeResponse {
  if (asked === 'GET /auth/me') return { status: 200, body: account };
  if (asked !== 'GET /projects') return notFound;
  const data = [...studio.server.projects.values()].map((project) => ({
    ...project,
    cardUrl: 'about:blank',
  }));
  return { status: 200, body: { data, total: data.length, page: 1, limit: 20, totalPages: 1 } };
}

beforeEach(() => {
  silenceWarnings();
  studio = openFakeStudio();
  window.sessionStorage.clear();
  window.localStorage.setItem('codestudio_token', ada.id);
  services = {
    ...createFakeSession(respond),
    config: defaultConfig,
    socket: createFakeSocket().socket,
    project: studio.open().store,
  };
});

/** Opens Ada's public projects `First` and `Second`, one after the other. */
async function openTwo() {
  const [first, second] = ['First', 'Second'].map((title) =>
    studio.server.add({ userId: ada.id, isPublic: true, title }),
  );
  const addresses = [`/project/${first?.id}`, `/project/${second?.id}`] as const;
  window.history.replaceState(null, '', addresses[0]);
  render(<App services={services} />);
  await act(() => services.session.start());
  await shown('First');
  act(() => navigate(addresses[1]));
  await shown('Second');
  return addresses;
}

const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Project title' });

async function shown(name: string) {
  await waitFor(async () => expect((await title()).value).toBe(name));
}

/** Presses Back or Forward; what is read from then on takes that many milliseconds. */
async function traverse(steps: 1 | -1, slow: number) {
  studio.fate = () => ({ slow });
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await arrived;
  });
}

const pass = (milliseconds: number) => act(() => studio.time.pass(milliseconds));

test('Forward, while Back is still loading the earlier project, leaves the open one where it is', async () => {
  const [, second] = await openTwo();
  await traverse(-1, 1_000);
  await traverse(1, 1_000);
  await pass(2_000);
  expect([window.location.pathname, (await title()).value]).toEqual([second, 'Second']);
});

test('Back, while another project is loading, leads to the earlier one, and so does the address', async () => {
  const [first] = await openTwo();
  studio.server.add({ userId: ada.id, title: 'Third' });
  await user.click(screen.getByRole('button', { name: 'Projects' }));
  studio.fate = () => ({ slow: 1_000 });
  const card = await screen.findByRole('listitem', { name: 'Third' });
  await user.click(card.querySelector('[data-opens]') as HTMLElement);
  await traverse(-1, 3_000);
  await pass(2_000);
  expect(window.location.pathname).toBe(first);
  await pass(2_000);
  expect([window.location.pathname, (await title()).value]).toEqual([first, 'First']);
});

test('Back during a fork leads to the earlier project, and the fork is not opened over it', async () => {
  const [first] = await openTwo();
  studio.fate = () => ({ slow: 1_000 });
  await user.click(screen.getByRole('button', { name: 'Fork' }));
  await traverse(-1, 3_000);
  await pass(2_000);
  await screen.findByText('Project forked');
  await pass(2_000);
  expect([window.location.pathname, (await title()).value]).toEqual([first, 'First']);
});

test('a chosen project still comes when the one that it replaces is saved for the first time meanwhile', async () => {
  studio.autoSave = false;
  const { id } = studio.server.add({ userId: ada.id, title: 'Chosen' });
  window.history.replaceState(null, '', '/');
  services.project.actions.startBlank();
  render(<App services={services} />);
  await act(() => services.session.start());
  await title();
  act(() => services.project.actions.edit('html', 'new'));
  studio.fate = () => ({ slow: 1_000 });
  act(() => void services.project.actions.save('manual'));
  await user.click(screen.getByRole('button', { name: 'Projects' }));
  const card = await screen.findByRole('listitem', { name: 'Chosen' });
  await user.click(card.querySelector('[data-opens]') as HTMLElement);
  studio.fate = () => ({ slow: 3_000 });
  await user.click(await screen.findByRole('button', { name: 'Load project' }));
  await pass(2_000);
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/project\//));
  await pass(2_000);
  await shown('Chosen');
  await waitFor(() => expect(window.location.pathname).toBe(`/project/${id}`));
});

test('a sign-in leads to the project of this page, although another window has remembered its own since', async () => {
  const [, second] = await openTwo();
  act(() => services.session.expire(ada.id));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  const { id } = studio.server.add({ userId: ada.id, title: 'Of the other window' });
  window.localStorage.setItem('pendingSharedProject', id);
  act(() => services.session.begin({ access_token: ada.id, user: account }));
  await title();
  await pass(1_000);
  expect([window.location.pathname, (await title()).value]).toEqual([second, 'Second']);
});

test('somebody else who signs in sees nothing of the unsaved text before, and is asked nothing about it', async () => {
  closeProjectWithUser(services.project, services.session);
  await openTwo();
  act(() => services.project.actions.edit('html', 'a secret of Ada’s'));
  await pass(300);
  act(() => services.session.expire(ada.id));
  const wanted = studio.server.add({ userId: bob.id, title: 'Wanted' });
  act(() => navigate(`/login?next=/project/${wanted.id}`));
  const opened: string[] = [];
  services.project.subscribe(({ userId, typed }) => opened.push(`${userId} ${typed.html}`));
  studio.user = bob;
  studio.fate = () => ({ slow: 1_000 });
  act(() => services.session.begin({ access_token: bob.id, user: { ...account, ...bob, username: 'bob' } }));
  await title();
  expect(services.project.getState()).toMatchObject({ userId: null, typed: { html: '' } });
  await pass(2_000);
  await shown('Wanted');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(opened.filter((text) => text.includes('secret'))).toEqual([]);
});
