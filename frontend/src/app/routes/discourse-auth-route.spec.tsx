import { jest } from '@jest/globals';
import type { StudioConfig } from '@studio/contract/http/studio';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { account, createFakeSession, defaultConfig, type FakeResponse } from '@/testing/fake-session.ts';
import { silenceErrors } from '@/testing/silence-console.ts';
import DiscourseAuthRoute from './discourse-auth-route.tsx';

const signedIn: FakeResponse = { status: 200, body: { access_token: 'fresh', user: account } };
let response: FakeResponse | null;
let server: ReturnType<typeof createFakeSession>;
let config: StudioConfig;

beforeEach(() => {
  window.localStorage.clear();
  response = signedIn;
  server = createFakeSession(() => response);
  config = { ...defaultConfig };
});

function land(query: string) {
  window.history.replaceState(null, '', `/discourse-auth${query}`);
  render(
    <StrictMode>
      <DiscourseAuthRoute services={{ ...server, config }} />
    </StrictMode>,
  );
}

const left = () =>
  waitFor(() => expect(window.location.pathname).not.toBe('/discourse-auth'), { timeout: 4_000 });

test('says what it does, then that it succeeded, and goes to / after 2 s in place of itself', async () => {
  const pages = window.history.length;
  land('?token=from-the-forum&next=https%3A%2F%2Fevil.example%2F');
  screen.getByText('Authenticating...');
  await screen.findByText('Authentication Successful!');
  const since = performance.now();
  screen.getByText('Redirecting you to CodeStudio...');
  await left();
  expect(performance.now() - since).toBeGreaterThan(1_800);
  expect(window.location.href).toBe(`${window.location.origin}/`);
  expect(window.history.length).toBe(pages);
  expect(window.localStorage.getItem('codestudio_token')).toBe('fresh');
});

test('posts the token once, though React starts the page twice', async () => {
  land('?token=from-the-forum');
  await screen.findByText('Authentication Successful!');
  expect(server.requests).toEqual([
    { method: 'POST', path: '/auth/discourse-login', body: { token: 'from-the-forum' } },
  ]);
});

test('goes to where the address says', async () => {
  window.localStorage.setItem('pendingSharedProject', 'fedcba9876543210');
  land('?token=t&next=%2Fproject%2F0123456789abcdef%3Ftab%3Djs');
  await left();
  expect(window.location.pathname + window.location.search).toBe('/project/0123456789abcdef?tab=js');
});

test('afterwards the project that was asked for before signing in comes first', async () => {
  window.localStorage.setItem('pendingSharedProject', '0123456789abcdef');
  land('?token=t');
  await left();
  expect(window.location.pathname).toBe('/project/0123456789abcdef');
});

describe('where somebody else is signed in', () => {
  const question = {
    status: 409,
    body: { statusCode: 409, code: 'signed_in_as_other', message: 'x', detail: 'x', requestId: 'r' },
  };
  beforeEach(() => {
    window.localStorage.setItem('codestudio_token', 'mine');
    response = { ...question, body: { ...question.body, current: 'ada', arriving: 'mallory' } };
  });

  test('H81 both are named, Enter stays, and nothing of the session that is here changes', async () => {
    land('?token=t&next=%2Fproject%2F0123456789abcdef');
    const dialog = await screen.findByRole('alertdialog', { name: 'Switch accounts?' });
    expect(dialog.textContent).toContain('You are signed in as ada. This link signs you in as mallory.');
    expect(screen.getByRole('button', { name: 'Stay signed in as ada' })).toBe(document.activeElement);
    await userEvent.setup().keyboard('{Enter}');
    await left();
    expect(window.location.pathname).toBe('/project/0123456789abcdef');
    expect(window.localStorage.getItem('codestudio_token')).toBe('mine');
    expect(server.requests).toHaveLength(1);
  });

  test('H81 whoever says so is switched', async () => {
    land('?token=t');
    const button = await screen.findByRole('button', { name: 'Switch to mallory' });
    response = signedIn;
    await userEvent.setup().click(button);
    await screen.findByText('Authentication Successful!');
    expect(window.localStorage.getItem('codestudio_token')).toBe('fresh');
    expect(server.requests.map(({ body }) => body)).toEqual([
      { token: 't' },
      { token: 't', replaceSession: true },
    ]);
  });

  test('H81 somebody who has signed in since the question is asked about, too', async () => {
    land('?token=t');
    const button = await screen.findByRole('button', { name: 'Switch to mallory' });
    window.localStorage.setItem('codestudio_user', JSON.stringify({ ...account, username: 'carol' }));
    window.localStorage.setItem('codestudio_token', 'hers');
    await act(() => server.session.start());
    response = { ...question, body: { ...question.body, current: 'carol', arriving: 'mallory' } };
    await userEvent.setup().click(button);
    await screen.findByText(/You are signed in as carol/);
    expect(server.requests.at(-1)?.body).toEqual({ token: 't' });
  });

  describe('in other tabs', () => {
    let switched: () => FakeResponse;
    beforeEach(async () => {
      const asked = response;
      server = createFakeSession((call) => {
        if (call === 'GET /auth/me') return { status: 200, body: account };
        return server.requests.length > 2 ? switched() : asked;
      });
      await act(() => server.session.start());
      land('?token=t');
    });
    const choose = async () =>
      userEvent.setup().click(await screen.findByRole('button', { name: 'Switch to mallory' }));

    test('a switch is no end of the session from outside, though the server tells them of it first', async () => {
      const other = createFakeSession(() => ({ status: 200, body: account }));
      await other.session.start();
      switched = () => {
        other.session.expire('mine', 'Signed out.');
        return signedIn;
      };
      await choose();
      await screen.findByText('Authentication Successful!');
      expect(other.session.getState()).toMatchObject({ status: 'anonymous', expired: false });
      expect(window.localStorage.getItem('codestudio_token')).toBe('fresh');
    });

    test('a switch stores an empty token first, as a logout does, so that it leads nobody to what was open there', async () => {
      switched = () => signedIn;
      const write = jest.spyOn(Storage.prototype, 'setItem');
      await choose();
      await screen.findByText('Authentication Successful!');
      const tokens = write.mock.calls.filter(([key]) => key === 'codestudio_token').map(([, token]) => token);
      write.mockRestore();
      expect(tokens).toEqual(['', 'fresh']);
    });

    test('a switch that fails leaves the session as it was', async () => {
      const quiet = silenceErrors();
      switched = () => ({ status: 503, body: { detail: 'Not now.' } });
      await choose();
      await screen.findByText('Not now.');
      expect(window.localStorage.getItem('codestudio_token')).toBe('mine');
      quiet.mockRestore();
    });
  });

  test('a session that is over is no reason to ask, nor to fail', async () => {
    const refused = { status: 401, body: { code: 'unauthorized', detail: 'Sign in.' } };
    server = createFakeSession(() =>
      window.localStorage.getItem('codestudio_token') === null ? signedIn : refused,
    );
    void server.session.start();
    land('?token=t');
    await screen.findByText('Authentication Successful!');
    expect(window.localStorage.getItem('codestudio_token')).toBe('fresh');
  });
});

describe('an error stays until the person acts', () => {
  let quiet: ReturnType<typeof silenceErrors>;
  beforeEach(() => {
    quiet = silenceErrors();
  });

  test.each<[string, string, FakeResponse | null, string]>([
    ['no token', '', signedIn, 'No authentication token provided in URL parameters'],
    ['an empty token', '?token=', signedIn, 'No authentication token provided in URL parameters'],
    [
      'the server’s detail',
      '?token=t',
      { status: 401, body: { detail: 'Used before.', message: 'x' } },
      'Used before.',
    ],
    ['the server’s message', '?token=t', { status: 403, body: { message: 'No forum.' } }, 'No forum.'],
    ['no network', '?token=t', null, 'Network error - please check your connection.'],
    [
      'half an answer',
      '?token=t',
      { status: 200, body: { user: account } },
      'Invalid response: missing access_token or user data',
    ],
    [
      'nothing in the answer',
      '?token=t',
      { status: 200 },
      'Invalid response: missing access_token or user data',
    ],
    ['a code of the forum, in words', '?error=expired', signedIn, 'The sign-in took too long.'],
    ['an unknown code', '?error=%3Cb%3Ecall+0900', signedIn, 'Authentication failed'],
    ['a code that every object has', '?error=constructor', signedIn, 'Authentication failed'],
  ])('%s', async (_, query, given, text) => {
    response = given;
    window.localStorage.setItem('codestudio_user', JSON.stringify(account));
    land(query);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(alert.textContent).toContain('browser console');
    screen.getByRole('button', { name: 'Retry' });
    expect(window.location.pathname).toBe('/discourse-auth');
    expect(quiet.mock.calls.flat()).toContain(text);
  });

  test('Go to Home leads to /', async () => {
    land('');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Go to Home' }));
    expect(window.location.pathname).toBe('/');
  });

  test('a refused token leaves the session that is there alone', async () => {
    window.localStorage.setItem('codestudio_token', 'mine');
    response = signedIn;
    await act(() => server.session.start());
    response = { status: 401, body: { code: 'invalid_forum_token', detail: 'Used before.' } };
    land('?token=t');
    await screen.findByText('Used before.');
    expect(window.localStorage.getItem('codestudio_token')).toBe('mine');
  });
});
