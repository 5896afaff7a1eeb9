import { jest } from '@jest/globals';
import { account as user } from '@/testing/fake-session.ts';
import { json, openSession, type RespondToSession, storage, store } from '@/testing/session-server.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
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

test('follows another tab’s logout and another tab’s user', async () => {
  store('t');
  await session.start();
  const bob = { ...user, id: 'b'.repeat(16), username: 'bob' };
  respond = () => json(200, bob);
  store('t2', bob);
  const following = session.followStorage();
  expect(session.getState()).toMatchObject({ status: 'loading', user: null });
  await following;
  expect(session.getState().user).toEqual(bob);
  storage.remove(tokenKey);
  await session.followStorage();
  await settled();
  expect(session.getState().status).toBe('anonymous');
});

test('takes a token that another tab has only cleared for one that the server has ended', async () => {
  store('t');
  await session.start();
  storage.remove(tokenKey);
  await session.followStorage(true);
  expect(session.getState()).toMatchObject({ status: 'anonymous', expired: true });
});

test('a logout stores an empty token before it clears it, so that other tabs follow it as a logout', async () => {
  store('t');
  await session.start();
  const stored: unknown[] = [];
  const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation((...entry) => stored.push(entry));
  await session.logout();
  write.mockRestore();
  expect(stored).toEqual([[tokenKey, '']]);
  expect(storage.read(tokenKey)).toBeNull();
});

test('goes on with its own token until it has taken over what another tab has stored', async () => {
  store('t');
  await session.start();
  store('t2', { ...user, id: 'b'.repeat(16) });
  expect(session.getState()).toMatchObject({ user, token: 't' });
  session.renew({ ...user, username: 'ada2' });
  session.expire('another');
  expect([storage.read(tokenKey), storage.readJson(userKey)]).toMatchObject(['t2', { id: 'b'.repeat(16) }]);
});

test('follows the other tab when its own token is refused', async () => {
  store('t');
  await session.start();
  const bob = { ...user, id: 'b'.repeat(16), username: 'bob' };
  respond = () => json(200, bob);
  store('t2', bob);
  session.expire('t');
  expect(session.getState()).toMatchObject({ status: 'loading', user: null, token: 't2' });
  await new Promise<void>((resolve) => session.subscribe(({ user: now }) => now?.id === bob.id && resolve()));
  expect(wire.requests.at(-1)?.headers.authorization).toBe('Bearer t2');
  expect(storage.read(tokenKey)).toBe('t2');
});

test('takes over a new token of the same person without asking anybody', async () => {
  store('t');
  await session.start();
  store('t2');
  await session.followStorage();
  expect(session.getState()).toMatchObject({ status: 'signed-in', user, token: 't2' });
  expect(wire.requests).toHaveLength(1);
});

test.each([
  ['nobody is signed in', () => session.start()],
  [
    'the user is still unknown',
    async () => {
      store('former');
      respond = () => 'hang';
      void session.start();
    },
  ],
])(
  'takes over a token that another tab has stored without a user that can be read, while %s',
  async (_, begin) => {
    await begin();
    respond = () => json(200, user);
    store('t2', 'nobody');
    await session.followStorage();
    expect(session.getState()).toMatchObject({ status: 'signed-in', user, token: 't2' });
  },
);

describe('where the storage does not take the session', () => {
  const ada = { access_token: 'new', user };

  function refuse() {
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    return () => write.mockRestore();
  }

  test('it goes on, with changes of its user, until the server ends it', async () => {
    await session.start();
    const accept = refuse();
    session.begin(ada);
    await session.followStorage();
    session.renew({ ...user, username: 'ada2' });
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: { username: 'ada2' } });
    session.expire('new', 'The password was changed.');
    expect(session.getState()).toMatchObject({
      status: 'anonymous',
      expired: true,
      reason: 'The password was changed.',
    });
    accept();
  });

  test('the session of another tab stays there, and is not taken over', async () => {
    const bob = { ...user, id: 'b'.repeat(16) };
    store('old', bob);
    respond = () => json(200, bob);
    await session.start();
    const accept = refuse();
    session.begin(ada);
    accept();
    await session.followStorage();
    expect(session.getState()).toMatchObject({ user, token: 'new' });
    await session.logout();
    expect(storage.read(tokenKey)).toBe('old');
  });

  test('one that another tab begins later is followed', async () => {
    await session.start();
    const accept = refuse();
    session.begin(ada);
    accept();
    const bob = { ...user, id: 'b'.repeat(16) };
    respond = () => json(200, bob);
    store('t2', bob);
    await session.followStorage();
    expect(session.getState()).toMatchObject({ user: bob, token: 't2' });
  });
});

test('a logout is one in every tab, though the server tells them of it first', async () => {
  store('t');
  const { session: other, wire: otherWire } = await openSession(() => json(200, user));
  await other.start();
  await session.start();
  const said: unknown[] = [];
  respond = () => {
    // By the sockets, before the response and before the event of the storage.
    for (const tab of [other, session]) tab.expire('t', 'Signed out.');
    for (const tab of [other, session]) said.push(tab.getState());
    return json(204, null);
  };
  await session.logout();
  const left = { status: 'anonymous', expired: false };
  expect(said).toMatchObject([left, left]);
  expect([storage.read(tokenKey), storage.read(userKey)]).toEqual([null, null]);
  await otherWire.close();
});

test('a logout that takes its time leaves alone whom another tab signs in meanwhile', async () => {
  store('t');
  await session.start();
  const bob = { ...user, id: 'b'.repeat(16), username: 'bob' };
  respond = ({ url }) => {
    if (url.endsWith('/auth/me')) return json(200, bob);
    store('t2', bob);
    void session.followStorage();
    return json(204, null);
  };
  const isBob = new Promise<void>((resolve) =>
    session.subscribe(({ user: now }) => now?.id === bob.id && resolve()),
  );
  await session.logout();
  await isBob;
  expect(session.getState()).toMatchObject({ status: 'signed-in', token: 't2' });
  expect(storage.read(tokenKey)).toBe('t2');
});

test('a logout leaves another tab’s session alone', async () => {
  store('t');
  await session.start();
  store('t2', { ...user, id: 'b'.repeat(16) });
  respond = () => json(204, null);
  await session.logout();
  expect(session.getState()).toMatchObject({ status: 'anonymous', token: null });
  expect(storage.read(tokenKey)).toBe('t2');
});
