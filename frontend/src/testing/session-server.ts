import { createSessionStore, tokenKey, userKey } from '@/lib/browser-session.ts';
import { browserStorage } from '@/lib/browser-storage.ts';
import { createHttpClient } from '@/lib/http-client.ts';
import { account } from './fake-session.ts';
import { type HttpResponse, listen, type ReceivedRequest } from './http-server.ts';
import { virtualTime } from './virtual-time.ts';

export type RespondToSession = (request: ReceivedRequest) => HttpResponse | 'cut' | 'hang';

export const json = (status: number, body: unknown): HttpResponse => ({ status, body: JSON.stringify(body) });

export const storage = browserStorage(() => window.localStorage);
export const time = virtualTime();

/** Stores what another tab, or an earlier page, has stored of its session. */
export function store(token: string, storedUser: unknown = account): void {
  storage.write(tokenKey, token);
  storage.write(userKey, JSON.stringify(storedUser));
}

/** A session store of a new page, whose calls reach a real server that responds like this. */
export async function openSession(respond: RespondToSession) {
  const wire = await listen(respond);
  const session = createSessionStore({
    call: createHttpClient({
      baseUrl: wire.baseUrl,
      fetch,
      token: () => session.getState().token,
      onUnauthorized: (token) => session.expire(token),
    }),
    storage,
    time,
  });
  return { wire, session };
}
