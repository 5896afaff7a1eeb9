import type { User } from '@studio/contract/http/auth';
import { type BrowserStorage, browserStorage } from '@/lib/browser-storage.ts';
import { type Call, createHttpClient } from '@/lib/http-client.ts';
import { createSessionStore, readToken, type SessionStore } from '@/lib/session-store.ts';
import { browserTime } from '@/lib/time.ts';

export const account: User = {
  id: 'a'.repeat(16),
  username: 'ada',
  email: 'ada@studio.local',
  avatar: null,
  isAdmin: false,
  hasPassword: true,
  createdAt: '2026-11-01T00:00:00.000Z',
};

/** A session and its client on a server whose every answer the test decides. */
export interface FakeSession {
  session: SessionStore;
  call: Call;
  localStorage: BrowserStorage;
  heard: { method: string; path: string; body: unknown }[];
}

export interface FakeResponse {
  status: number;
  body?: unknown;
}

/** `answer` takes the method and path of a request, like `POST /auth/login`; null: the network fails. */
export function createFakeSession(
  answer: (asked: string) => FakeResponse | null | Promise<FakeResponse>,
): FakeSession {
  const localStorage = browserStorage(() => window.localStorage);
  const heard: FakeSession['heard'] = [];
  const call = createHttpClient({
    baseUrl: 'http://studio.test',
    async fetch(...given) {
      const request = new Request(...given);
      const { method } = request;
      const path = new URL(request.url).pathname;
      const text = await request.text();
      heard.push({ method, path, body: text === '' ? null : JSON.parse(text) });
      const told = await answer(`${method} ${path}`);
      if (told === null) throw new TypeError('Failed to fetch');
      const { status, body } = told;
      return new Response(body === undefined ? null : JSON.stringify(body), { status });
    },
    token: () => readToken(localStorage),
    onUnauthorized: (token) => session.expire(token),
  });
  const session = createSessionStore({ call, storage: localStorage, time: browserTime });
  return { session, call, localStorage, heard };
}
