import { jest } from '@jest/globals';
import { account as user } from '@/testing/fake-session.ts';
import { json, openSession, type RespondToSession, storage, store, time } from '@/testing/session-server.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { type SessionStore, tokenKey, userKey } from './browser-session.ts';

let respond: RespondToSession;
let wire: Awaited<ReturnType<typeof openSession>>['wire'];
let session: SessionStore;

beforeEach(async () => {
  silenceWarnings();
  window.localStorage.clear();
  respond = () => json(200, user);
  ({ wire, session } = await openSession((request) => respond(request)));
});
afterEach(() => wire.close());

test('starts loading, and is anonymous at once where no token is stored', async () => {
  expect(session.getState().status).toBe('loading');
  await session.start();
  expect(session.getState()).toMatchObject({ status: 'anonymous', user: null });
  expect(wire.requests).toHaveLength(0);
});

test.each(['', 'undefined'])('the stored token %j counts as none', async (token) => {
  store(token);
  await session.start();
  expect(session.getState().status).toBe('anonymous');
  expect(wire.requests).toHaveLength(0);
});

test('asks the server who a stored token is', async () => {
  store('t', { ...user, username: 'old name' });
  await session.start();
  expect(session.getState()).toMatchObject({ status: 'signed-in', user });
  expect(storage.readJson(userKey)).toEqual(user);
});

test('a refused token is forgotten', async () => {
  store('t');
  respond = () => json(401, { code: 'unauthorized' });
  await session.start();
  expect(session.getState()).toMatchObject({ status: 'anonymous', user: null });
  expect([storage.read(tokenKey), storage.read(userKey)]).toEqual([null, null]);
});

test.each([
  ['nothing answers', () => 'cut' as const],
  ['the server is away', () => json(503, {})],
  ['the network has asked too often', () => json(429, { code: 'rate_limited' })],
  ['the request took too long', () => json(408, {})],
])('while %s the stored user goes on, and the question is asked again', async (_, failure) => {
  store('t');
  respond = failure;
  await session.start();
  expect(session.getState()).toMatchObject({ status: 'signed-in', user });
  respond = () => json(200, { ...user, username: 'ada2' });
  const known = new Promise<void>((resolve) =>
    session.subscribe((state) => state.user?.username === 'ada2' && resolve()),
  );
  await time.pass(4_500);
  await known;
});

test('the id of a stored user may be called _id', async () => {
  const { id, ...rest } = user;
  store('t', { _id: id, ...rest });
  respond = () => 'cut';
  await session.start();
  expect(session.getState().user).toEqual(user);
});

test('login stores the token and the user', async () => {
  respond = () => json(200, { access_token: 'new', user });
  expect((await session.login({ email: user.email, password: 'right' })).ok).toBe(true);
  expect(session.getState()).toMatchObject({ status: 'signed-in', user });
  expect([storage.read(tokenKey), storage.readJson(userKey)]).toEqual(['new', user]);
});

test('a sign-in by another way begins a session as well', () => {
  store('old');
  session.begin({ access_token: 'new', user });
  expect(session.getState()).toMatchObject({ status: 'signed-in', user });
  expect([storage.read(tokenKey), storage.readJson(userKey)]).toEqual(['new', user]);
});

test('a changed record is taken over for the same person alone', async () => {
  store('t');
  await session.start();
  session.renew({ ...user, avatar: 'http://assets/new.svg', hasPassword: true });
  expect(session.getState().user?.avatar).toBe('http://assets/new.svg');
  expect(storage.readJson(userKey)).toMatchObject({ avatar: 'http://assets/new.svg' });
  session.renew({ ...user, id: 'b'.repeat(16), hasPassword: true });
  expect(session.getState().user?.id).toBe(user.id);
});

test('a wrong password changes nothing', async () => {
  respond = () => json(401, { code: 'invalid_credentials', detail: 'No.' });
  expect(await session.login({ email: user.email, password: 'wrong' })).toMatchObject({
    ok: false,
    error: { message: 'No.' },
  });
  expect(storage.read(tokenKey)).toBeNull();
});

test('logout signs out here even when the server does not answer', async () => {
  store('t');
  await session.start();
  respond = () => 'cut';
  await session.logout();
  expect(session.getState()).toMatchObject({ status: 'anonymous', user: null });
  expect(storage.read(tokenKey)).toBeNull();
});

test('logout waits 2 s for a server that says nothing', async () => {
  store('t');
  await session.start();
  respond = () => 'hang';
  const leaving = session.logout();
  expect(session.getState().status).toBe('signed-in');
  await time.pass(2_000);
  await leaving;
  expect(session.getState().status).toBe('anonymous');
});

test('a late refusal of an old token does not end the new session', async () => {
  store('new');
  await session.start();
  session.expire('old');
  expect(session.getState().status).toBe('signed-in');
  session.expire('new');
  expect(session.getState()).toMatchObject({ status: 'anonymous', expired: true });
});

test('a user who logs out, or was never signed in, sees no message that the session has ended', async () => {
  await session.start();
  expect(session.getState().expired).toBe(false);
  store('t');
  await session.start();
  await session.logout();
  expect(session.getState().expired).toBe(false);
  // A call that was sent without a token is refused.
  session.expire(null);
  expect(session.getState().expired).toBe(false);
});

test('stores the user before the token, which other tabs react to', async () => {
  const bob = { ...user, id: 'b'.repeat(16), username: 'bob' };
  store('t');
  await session.start();
  const written = jest.spyOn(Storage.prototype, 'setItem');
  session.begin({ access_token: 't2', user: bob });
  expect(written.mock.calls.map(([key]) => key)).toEqual([userKey, tokenKey]);
  written.mockRestore();
});

test('a browser that stores no token keeps no user without one', async () => {
  await session.start();
  const write = Storage.prototype.setItem;
  const refusing = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (key, value) {
    if (key === tokenKey) throw new DOMException('full', 'QuotaExceededError');
    write.call(window.localStorage, key, value);
  });
  session.begin({ access_token: 't', user });
  expect(session.getState()).toMatchObject({ status: 'signed-in', user });
  expect(storage.read(userKey)).toBeNull();
  refusing.mockRestore();
});

test('a sign-in that is answered with anything else stores nothing', async () => {
  await session.start();
  respond = () => json(200, {});
  const result = await session.login({ email: user.email, password: 'secret' });
  expect(result).toMatchObject({ ok: false, error: { code: 'unreadable_response' } });
  expect(session.getState().status).toBe('anonymous');
  expect(storage.read(tokenKey)).toBeNull();
});

test('broken stored users are ignored', async () => {
  storage.write(tokenKey, 't');
  storage.write(userKey, '{"id":');
  await session.start();
  expect(session.getState()).toMatchObject({ status: 'signed-in', user });
});
