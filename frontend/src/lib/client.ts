import { nanoid } from 'nanoid';
import { createSessionStore, tokenKey } from './browser-session.ts';
import { localStore } from './browser-storage.ts';
import { createHttpClient } from './http-client.ts';
import { createSocketClient } from './socket-client.ts';
import { takePrefetched } from './startup-handover.ts';
import { browserTime } from './time.ts';

/** The page's session, HTTP client and socket, using the browser's storage and network. */

/** Identifies this instance of the page in X-Client-Id and in the `origin` of events (specification: HTTP). */
export const clientId = nanoid();

const token = () => session.getState().token;

export const call = createHttpClient({
  baseUrl: '/api',
  fetch: (address, request) =>
    (typeof address === 'string' && request?.method === 'GET'
      ? takePrefetched(address, token())
      : undefined) ?? window.fetch(address, request),
  token,
  onUnauthorized: (refused) => session.expire(refused),
});

export const session = createSessionStore({ call, storage: localStore, time: browserTime });

export const socket = createSocketClient({
  token,
  onUnauthorized: session.expire,
});

/** Starts the session and the socket, and follows logins and logouts in other tabs. Called once, by the app. */
export async function startClient(): Promise<void> {
  session.subscribe((now, before) => {
    if (now.user?.id === before.user?.id && now.token === before.token) return;
    if (now.user) void socket.connect();
    else socket.disconnect();
  });
  window.addEventListener('online', socket.wake);
  window.addEventListener('storage', ({ key, newValue }) => {
    // The server's end of a session only removes the token. A logout or a switch of accounts stores an empty one first;
    // without a key, all was cleared by hand.
    if (key === tokenKey || key === null) void session.followStorage(key !== null && newValue === null);
  });
  await session.start();
}
