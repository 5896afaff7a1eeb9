import type { ProjectSummary } from '@studio/contract/http/projects';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createSessionStore } from '@/lib/browser-session.ts';
import { browserStorage } from '@/lib/browser-storage.ts';
import { createHttpClient } from '@/lib/http-client.ts';
import { createSocketClient } from '@/lib/socket-client.ts';
import { browserTime } from '@/lib/time.ts';
import { ada, bob, openFakeStudio, type FakeStudio as Surroundings } from '@/testing/fake-browser.ts';
import { defaultConfig } from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { manualCopy } from '@/ui/dialogs/copy-text.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import { App } from './app.tsx';
import { closeQuestionsWithSession } from './background-services.ts';
import type { PageServices } from './page-services.ts';

const demo = { email: 'demo@studio.local', password: 'demo-studio' };
const account = {
  ...ada,
  username: 'ada',
  avatar: null,
  isAdmin: false,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const user = userEvent.setup();
let surroundings: Surroundings;
let services: PageServices;
/** The response to the next login, other than 200 and 401. */
let refusal: Response | null;
/** The projects that are visible without a session. */
let shared: ProjectSummary[];

/** A fake auth server with one account, whose token is its id. */
async function authServer(request: Request): Promise<Response> {
  const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });
  const { pathname } = new URL(request.url);
  if (pathname === '/auth/logout') return new Response(null, { status: 204 });
  if (pathname === '/auth/me') {
    const known = request.headers.get('authorization') === `Bearer ${ada.id}`;
    return known ? json(200, account) : json(401, { detail: 'Sign in first.' });
  }
  const asked = /^\/projects\/(.+)\/summary$/.exec(pathname)?.[1];
  if (asked !== undefined) {
    const project = shared.find(({ id }) => id === asked);
    return project ? json(200, project) : json(404, { detail: 'Not found.' });
  }
  if (refusal) return refusal;
  const { password } = (await request.json()) as typeof demo;
  if (password !== demo.password) return json(401, { detail: 'Wrong email or password.' });
  surroundings.user = ada;
  return json(200, { access_token: ada.id, user: account });
}

/** Opens the page at an address, with or without a stored session. */
async function openAt(path: string, { signedIn = false } = {}) {
  window.history.replaceState(null, '', path);
  if (signedIn) window.localStorage.setItem('codestudio_token', ada.id);
  surroundings.user = signedIn ? ada : null;
  render(<App services={services} />);
  await act(() => services.session.start());
}

async function signIn(password = demo.password): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), demo.email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

/** The other tab opens its project, after which none is remembered. */
async function signInInAnotherTab(): Promise<void> {
  window.localStorage.removeItem('pendingSharedProject');
  window.localStorage.setItem('codestudio_token', ada.id);
  surroundings.user = ada;
  await act(() => services.session.followStorage());
}

const title = () => screen.findByRole('textbox', { name: 'Project title' });

beforeEach(() => {
  silenceWarnings();
  refusal = null;
  shared = [];
  surroundings = openFakeStudio();
  const localStorage = browserStorage(() => window.localStorage);
  const token = () => services.session.getState().token;
  const onUnauthorized = (refused: string | null) => services.session.expire(refused);
  const call = createHttpClient({
    baseUrl: 'http://studio.test',
    fetch: (...given) => authServer(new Request(...given)),
    token,
    onUnauthorized,
  });
  services = {
    config: { ...defaultConfig, demoAccount: demo },
    call,
    socket: createSocketClient({ token, onUnauthorized }),
    session: createSessionStore({ call, storage: localStorage, time: browserTime }),
    project: surroundings.open().store,
    localStorage,
  };
});

afterEach(() => act(() => shownToast.setState(null, true)));

describe('an anonymous visitor', () => {
  test('of the editor is sent to /login', async () => {
    await openAt('/');
    await screen.findByRole('heading', { name: 'Admin Login' });
    expect(window.location.pathname).toBe('/login');
  });

  test('of a project is sent to /login and, once signed in, to the project', async () => {
    const project = surroundings.server.add({ userId: bob.id, isPublic: true, title: 'Clock' });
    await openAt(`/project/${project.id}`);
    expect(window.localStorage.getItem('pendingSharedProject')).toBe(project.id);
    await signIn();
    expect(await title()).toHaveProperty('value', 'Clock');
    expect(document.title).toBe('Clock - CodeStudio');
    expect(window.location.pathname).toBe(`/project/${project.id}`);
    expect(window.localStorage.getItem('pendingSharedProject')).toBeNull();
  });

  test.each([
    ['here', signIn],
    ['in the other one', signInInAnotherTab],
  ])(
    'of a project in each of two tabs is led to the one that was opened here, signed in %s',
    async (_, enter) => {
      const add = (name: string) => surroundings.server.add({ userId: bob.id, isPublic: true, title: name });
      const [here, there] = [add('Here'), add('There')];
      await openAt(`/project/${here.id}`);
      await screen.findByLabelText('Email');
      // The other tab was sent to /login as well.
      window.localStorage.setItem('pendingSharedProject', there.id);
      await enter();
      expect(await title()).toHaveProperty('value', 'Here');
      expect(window.location.pathname).toBe(`/project/${here.id}`);
    },
  );

  test('who was signed out in another tab leaves no project to whoever signs in next', async () => {
    const project = surroundings.server.add({ userId: bob.id, isPublic: true, title: 'Clock' });
    await openAt(`/project/${project.id}`, { signedIn: true });
    expect(await title()).toHaveProperty('value', 'Clock');
    window.localStorage.removeItem('codestudio_token');
    await act(() => services.session.followStorage());
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.localStorage.getItem('pendingSharedProject')).toBeNull();
  });

  test('is not misled by a broken remembered project', async () => {
    window.localStorage.setItem('pendingSharedProject', '../admin');
    await openAt('/login');
    await signIn();
    await title();
    expect(window.location.pathname).toBe('/');
  });
});

describe('a signed-in user', () => {
  test('is sent from /login to the editor', async () => {
    await openAt('/login', { signedIn: true });
    await title();
    expect(window.location.pathname).toBe('/');
  });

  test('reads why a project cannot be shown, and lands in the editor', async () => {
    await openAt('/project/0000000000000000', { signedIn: true });
    await screen.findByText('Failed to load shared project');
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });

  test('has the address of a copy that Save has sent again after its response was lost', async () => {
    const project = surroundings.server.add({ userId: ada.id, title: 'Notes' });
    await openAt(`/project/${project.id}`, { signedIn: true });
    expect(await title()).toHaveProperty('value', 'Notes');
    surroundings.server.saveElsewhere(project.id, { html: 'theirs' });
    const { actions, getState } = services.project;
    act(() => actions.edit('html', 'mine'));
    await act(() => actions.save('manual'));
    surroundings.fate = () => 'answer lost';
    await act(() => actions.resolveConflict('copy'));
    surroundings.fate = () => 'delivered';
    expect(await act(() => actions.save('manual'))).toMatchObject({ toast: 'Project copy saved' });
    expect(getState().project.id).not.toBe(project.id);
    await waitFor(() => expect(window.location.pathname).toBe(`/project/${getState().project.id}`));
  });

  test('opens their profile by the menu that bears their name, and lands on that menu again', async () => {
    await openAt('/', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'ada' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    await screen.findByRole('dialog', { name: 'User Profile' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'ada' })));
  });

  test('logs out by the menu that bears their name', async () => {
    await openAt('/', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'ada' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByText('Logged out');
    expect(window.location.pathname).toBe('/login');
    expect(window.localStorage.getItem('codestudio_token')).toBeNull();
  });

  test('is asked before unsaved changes are left by a logout, and Cancel leads back to the menu', async () => {
    await openAt('/', { signedIn: true });
    await title();
    act(() => services.project.actions.edit('html', '<p>'));
    await user.click(screen.getByRole('button', { name: 'ada' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('alertdialog', {
      description: 'You have unsaved changes. Are you sure you want to logout?',
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'ada' })));
    expect(window.localStorage.getItem('codestudio_token')).toBe(ada.id);
  });

  test('whose session ends is asked nothing any more, and keeps the text that was unsaved', async () => {
    closeQuestionsWithSession(services.session);
    await openAt('/', { signedIn: true });
    await title();
    act(() => services.project.actions.edit('html', '<p>kept'));
    await user.click(screen.getByRole('button', { name: 'ada' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('alertdialog');
    act(() => manualCopy.setState('to copy', true));
    act(() => services.session.expire(ada.id));
    await screen.findByRole('heading', { name: 'Admin Login' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(manualCopy.getState()).toBeNull();
    expect(services.project.getState().typed.html).toBe('<p>kept');
  });
});

describe('the login screen', () => {
  test('offers Login alone: the register tab is disabled', async () => {
    await openAt('/login');
    expect(await screen.findByRole('tab', { name: 'Login', selected: true })).toBeTruthy();
    const register = screen.getByRole('tab', {
      name: 'Register',
      description: /^You cannot register here\. /,
    });
    expect(register).toHaveProperty('disabled', true);
  });

  test.each([null, 'https://forum.example/'])(
    'says who comes this way, and links the main site, if there is one: %s',
    async (mainSiteUrl) => {
      services.config = { ...services.config, mainSiteUrl };
      await openAt('/login');
      const card = await screen.findByRole('tabpanel', { name: 'Login' });
      expect(card.textContent).toContain(
        'Admin LoginThis login is for admin access only. Regular users come through the main site.',
      );
      expect(screen.queryByRole('link', { name: 'main site' })?.getAttribute('href') ?? null).toBe(
        mainSiteUrl,
      );
    },
  );

  test('shows the public project that was asked for, and the way to it without an account', async () => {
    const {
      html: _,
      css: __,
      js: ___,
      ...project
    } = surroundings.server.add({
      userId: bob.id,
      username: 'bob',
      isPublic: true,
      title: 'Clock',
    });
    shared = [{ ...project, cardUrl: `http://${project.id}.localhost:3001/card/${project.id}?v=1&k=k` }];
    for (const path of [`/project/${project.id}`, `/login?next=/project/${project.id}`]) {
      await openAt(path);
      await screen.findByRole('heading', { name: 'Clock' });
      expect(screen.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe('/user/bob');
      const view = screen.getByRole('link', { name: 'View without signing in' });
      expect(view.getAttribute('href')).toBe(`/preview/${project.id}`);
      cleanup();
    }
  });

  test('shows nothing of a project that a visitor may not see, but that one was asked for', async () => {
    await openAt('/project/0123456789abcdef');
    await screen.findByRole('heading', { name: 'Admin Login' });
    await screen.findByText('Sign in to open this project. It may be private or deleted.');
    await waitFor(() => expect(document.querySelector('.animate-pulse')).toBeNull());
    expect(screen.queryByRole('link', { name: 'View without signing in' })).toBeNull();
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('Continue with the forum asks it, for the project that was wanted; without a forum it is not there', async () => {
    await openAt('/login');
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.queryByRole('link', { name: 'Continue with the forum' })).toBeNull();
    cleanup();
    services.config = { ...services.config, forumSignIn: true };
    window.localStorage.setItem('pendingSharedProject', '0123456789abcdef');
    await openAt('/login');
    const link = await screen.findByRole('link', { name: 'Continue with the forum' });
    const controls = document.querySelectorAll('a, button');
    expect(controls[0]).toBe(link);
    expect(link.getAttribute('href')).toBe('/api/auth/discourse/start?next=%2Fproject%2F0123456789abcdef');
  });

  test('Try Demo Account only fills the fields in', async () => {
    await openAt('/login');
    await user.click(await screen.findByRole('button', { name: 'Try Demo Account' }));
    expect(screen.getByLabelText('Email')).toHaveProperty('value', demo.email);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', demo.password);
    expect(window.location.pathname).toBe('/login');
  });

  test('has no Try Demo Account where the studio has no demo account', async () => {
    services.config = { ...services.config, demoAccount: null };
    await openAt('/login');
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.queryByRole('button', { name: 'Try Demo Account' })).toBeNull();
  });

  test('reports a wrong pair', async () => {
    await openAt('/login');
    await signIn('wrong');
    await screen.findByText('Login failed');
    screen.getByText('Please check your credentials and try again.');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    const described = password.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Wrong email or password.');
    expect(document.activeElement).toBe(password);
    await user.type(password, 'x');
    expect(password.getAttribute('aria-invalid')).toBeNull();
  });

  test('shows the server’s message after too many tries', async () => {
    refusal = new Response(JSON.stringify({ detail: 'Too many failures. Try again in 15 minutes.' }), {
      status: 429,
    });
    await openAt('/login');
    await signIn();
    await screen.findByText('Too many failures. Try again in 15 minutes.');
  });
});

test('a report that the end of the session refused is kept, and sent after a sign-in in another tab', async () => {
  const respond = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  await openAt('/report/0123456789abcdef', { signedIn: true });
  await user.click(await screen.findByRole('radio', { name: /Spam/ }));
  await user.type(screen.getByRole('textbox'), 'It sells pills.');
  refusal = respond(401, { detail: 'Sign in first.' });
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText(/You have been signed out/);
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(link).toHaveProperty('target', '_blank');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'It sells pills.');

  window.localStorage.setItem('codestudio_token', ada.id);
  await act(() => services.session.followStorage());
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  refusal = respond(201, { id: '0'.repeat(16), createdAt: '2026-11-01T00:00:00.000Z' });
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText('Report sent');
});

test('a report of a published version names it, also where somebody has to sign in first', async () => {
  await openAt('/report/0123456789abcdef@3');
  await screen.findByText('Report version 3 of this project');
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await signIn();
  await screen.findByRole('heading', { name: 'Report version 3 of this project' });
  expect(window.location.pathname).toBe('/report/0123456789abcdef@3');
  screen.getByRole('button', { name: 'Send report' });
});

test.each(['0123456789abcdef@0', '0123456789abcdef@', 'x'])(
  'no project has the key %s to report',
  async (key) => {
    await openAt(`/report/${key}`, { signedIn: true });
    await screen.findByText('Page not found');
  },
);

test('an unknown address gets a page with a way home', async () => {
  await openAt('/nowhere', { signedIn: true });
  await screen.findByText('Page not found');
  await user.click(screen.getByRole('link', { name: 'Go to Home' }));
  await title();
});
