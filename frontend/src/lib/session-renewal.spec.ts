import { jest } from '@jest/globals';
import { account, createFakeSession, createFakeSocket } from '@/testing/fake-session.ts';
import { settled } from '@/testing/virtual-time.ts';
import { renewSessionInUse } from './session-renewal.ts';

const hour = 3_600_000;
let now: number;
let away: boolean;
let server: ReturnType<typeof createFakeSession>;
let line: ReturnType<typeof createFakeSocket>;
let end: () => void;

beforeEach(async () => {
  window.localStorage.clear();
  window.localStorage.setItem('codestudio_token', 't');
  now = Date.UTC(2026, 10, 1);
  away = false;
  server = createFakeSession(() =>
    away ? null : { status: 200, body: { ...account, username: `at ${now}` } },
  );
  await server.session.start();
  server.requests.length = 0;
  line = createFakeSocket();
  end = renewSessionInUse({ ...server, socket: line.socket, now: () => now });
});
afterEach(() => end());

async function use(sign: 'keydown' | 'pointerdown' | 'visibilitychange') {
  document.dispatchEvent(new Event(sign));
  await settled();
}

test('a page in use extends its session every four hours, and takes over the response', async () => {
  for (const sign of ['keydown', 'pointerdown', 'visibilitychange'] as const) {
    now += 4 * hour;
    await use(sign);
    await use(sign);
    now += hour;
    await use(sign);
  }
  expect(server.requests.map(({ path }) => path)).toEqual(['/auth/me', '/auth/me', '/auth/me']);
  expect(server.session.getState().user?.username).toBe(`at ${now - hour}`);
});

test('one that nobody uses or sees, or where nobody is signed in, asks nothing', async () => {
  now += 7 * 24 * hour;
  await settled();
  expect(server.requests).toHaveLength(0);
  // The page is being hidden, or acts unseen.
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await use('visibilitychange');
  expect(server.requests).toHaveLength(0);
  jest.restoreAllMocks();
  server.session.expire('t');
  await use('keydown');
  expect(server.requests).toHaveLength(0);
});

test('without a response nobody is signed out, and the next sign of use asks again', async () => {
  now += 4 * hour;
  away = true;
  await use('keydown');
  expect(server.session.getState().status).toBe('signed-in');
  away = false;
  await use('keydown');
  expect(server.requests).toHaveLength(2);
  await use('keydown');
  expect(server.requests).toHaveLength(2);
});

test('what another tab stores of the user is taken over, and nobody else’s', () => {
  const report = (record: object) => {
    window.localStorage.setItem('codestudio_user', JSON.stringify(record));
    window.dispatchEvent(new StorageEvent('storage', { key: 'codestudio_user' }));
  };
  const changed = { ...account, avatar: 'http://127.0.0.1:3001/avatars/bottts/robot.svg' };
  report(changed);
  expect(server.session.getState().user).toEqual(changed);
  for (const other of [{ ...changed, id: 'b'.repeat(16), username: 'bob' }, { username: 'nobody' }])
    report(other);
  expect(server.session.getState().user).toEqual(changed);
});

test('a page that the browser had put aside follows what other tabs have stored meanwhile', async () => {
  const bob = { ...account, id: 'b'.repeat(16), username: 'bob' };
  window.localStorage.setItem('codestudio_user', JSON.stringify(bob));
  window.localStorage.setItem('codestudio_token', 't2');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(server.session.getState().token).toBe('t');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(server.session.getState()).toMatchObject({ status: 'loading', user: null, token: 't2' });
  await settled();
  expect(server.requests.map(({ path }) => path)).toEqual(['/auth/me']);
});

test('whoever has become an admin, or is none any more, is known as such at once', async () => {
  line.emit('dismissed');
  await settled();
  expect(server.requests.map(({ path }) => path)).toEqual(['/auth/me']);
});

test('without a response then, it is asked for again at the next sign of use', async () => {
  away = true;
  line.emit('dismissed');
  await settled();
  away = false;
  await use('pointerdown');
  await use('pointerdown');
  expect(server.requests).toHaveLength(2);
});

test('whoever has become an admin during a gap in the connection is known as such once the page is used', async () => {
  line.emit('connect');
  await use('pointerdown');
  expect(server.requests).toHaveLength(0);
  line.emit('connect');
  await settled();
  expect(server.requests).toHaveLength(0);
  await use('pointerdown');
  await use('pointerdown');
  expect(server.requests).toHaveLength(1);
});
