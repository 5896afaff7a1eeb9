import { authRoutes, type Credentials, type SignIn, User } from '@studio/contract/http/auth';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from './browser-storage.ts';
import { type Call, type Result, unreadable } from './http-client.ts';
import type { Time } from './time.ts';

/** Loading until the user is known (specification: Session). */
interface SessionState {
  status: 'loading' | 'anonymous' | 'signed-in';
  user: User | null;
  /** The token of this page's session. Another tab may have stored that of somebody else meanwhile. */
  token: string | null;
  /** The server has ended the previous session. */
  expired: boolean;
  /** Why, as far as it has said. */
  reason: string | null;
}

/** The signed-in user, with the actions that change it. None of them throws. */
export interface SessionStore extends StoreApi<SessionState> {
  /** Loads the user of the stored token. Called once, when the page starts. */
  start(): Promise<void>;
  login(credentials: Credentials): Promise<Result<SignIn>>;
  /** Starts a session after any kind of sign-in. */
  begin(signIn: SignIn): void;
  /** Updates the record of the signed-in user. */
  renew(user: User): void;
  /** Signs out in this browser, after 2 s even without a response of the server (specification: Session). */
  logout(): Promise<void>;
  /** The server refused this token: the session ends, unless another one has begun since. */
  expire(token: string | null, reason?: string): void;
  /** Applies a session that another tab has stored or cleared; `expired`: cleared because the server has ended it. */
  followStorage(expired?: boolean): Promise<void>;
}

interface SessionDependencies {
  call: Call;
  storage: BrowserStorage;
  time: Time;
}

export const tokenKey = 'codestudio_token';
export const userKey = 'codestudio_user';
/** What a logout, or a switch of accounts, stores before it clears the token: to other tabs it is no end by the server. */
export const loggedOut = '';
/** In ms; randomized, so that pages do not retry at the same time. */
const retryDelayMs = 3_000;
const maxLogoutWaitMs = 2_000;

/** Characters that a header can contain; any other text is not a token. */
const tokenPattern = /^[\x21-\x7e]+$/;

/** The stored bearer token; the literal text `undefined` counts as none (specification: HTTP). */
export function readToken(storage: BrowserStorage): string | null {
  const token = storage.read(tokenKey);
  return token === null || token === 'undefined' || !tokenPattern.test(token) ? null : token;
}

/** Whether a response with 200 is one of the studio's. */
export function isSignIn(data: Partial<SignIn> | null | undefined): data is SignIn {
  return Boolean(data?.access_token && data.user);
}

export function createSessionStore({ call, storage, time }: SessionDependencies): SessionStore {
  const store = createStore<SessionState>(() => ({
    status: 'loading',
    user: null,
    token: null,
    expired: false,
    reason: null,
  }));
  /** The stored token when this page last stored or took over a session: another one is another tab's doing. */
  let seen: string | null = null;
  const isStored = () => readToken(storage) === store.getState().token;

  function storedUser(): User | null {
    const stored = storage.readJson(userKey) as { _id?: unknown } | null;
    // The id may be named `_id` (specification: User record).
    return User.safeParse({ id: stored?._id, ...stored }).data ?? null;
  }

  function forget({ isLogout = false } = {}) {
    // Another session in the storage belongs to another tab.
    if (!isStored()) return;
    if (isLogout) storage.write(tokenKey, loggedOut);
    for (const key of [tokenKey, userKey]) storage.remove(key);
  }

  function clear(expired = false, reason: string | null = null) {
    forget();
    if (seen === store.getState().token) seen = null;
    store.setState({ status: 'anonymous', user: null, token: null, expired, reason });
  }

  function storeUser(user: User) {
    if (isStored()) storage.write(userKey, JSON.stringify(user));
    store.setState({ status: 'signed-in', user });
  }

  /** Without a response about the token (such as 429 or 408) the stored user stays signed in, and it tries again. */
  async function start(): Promise<void> {
    const token = readToken(storage);
    seen = token;
    // Until its user is known, no requests for the former user are sent with the new token.
    if (!isStored()) store.setState({ status: 'loading', user: null, token });
    if (token === null) return clear();
    const result = await call(authRoutes.me);
    if (readToken(storage) !== token || store.getState().token !== token) return;
    if (result.ok) return storeUser(result.data);
    if (result.error.status === 401) return clear();
    const user = storedUser();
    if (user) store.setState({ status: 'signed-in', user });
    time.after(retryDelayMs * (0.5 + Math.random()), () => {
      if (store.getState().token === token) void start();
    });
  }

  /** Writes the user first: other tabs react to the token and then read its user. */
  function begin({ access_token, user }: SignIn) {
    storage.write(userKey, JSON.stringify(user));
    if (!storage.write(tokenKey, access_token)) storage.remove(userKey);
    seen = readToken(storage);
    store.setState({ status: 'signed-in', user, token: access_token });
  }

  async function followStorage(expired = false): Promise<void> {
    const token = readToken(storage);
    // Storage that has refused this page's session says nothing about its end.
    if (token === seen) return;
    seen = token;
    if (token === null) return clear(expired);
    const user = storedUser();
    if (user && user.id === store.getState().user?.id) return store.setState({ user, token });
    await start();
  }

  /** Continues after the page is left. */
  async function endOnServer(): Promise<void> {
    const result = await call(authRoutes.logout, { keepalive: true });
    if (!result.ok) console.warn('The server did not confirm the logout', result.error.message);
  }

  return {
    ...store,
    start,
    begin,
    async login(credentials) {
      const result = await call(authRoutes.login, { body: credentials });
      if (result.ok && !isSignIn(result.data)) return unreadable(200);
      if (result.ok) begin(result.data);
      return result;
    },
    renew(user) {
      if (store.getState().user?.id === user.id && readToken(storage) === seen) storeUser(user);
    },
    async logout() {
      const { token } = store.getState();
      // First, or other tabs would hear from the server, and not from this one, that the session is over.
      forget({ isLogout: true });
      await Promise.race([
        endOnServer(),
        new Promise<void>((resolve) => time.after(maxLogoutWaitMs, resolve)),
      ]);
      // Unless this tab has followed another session meanwhile.
      if ([token, null].includes(store.getState().token)) clear();
    },
    expire(token, reason) {
      if (token !== store.getState().token) return;
      if (readToken(storage) === seen) clear(token !== null, reason);
      else void followStorage();
    },
    followStorage,
  };
}
