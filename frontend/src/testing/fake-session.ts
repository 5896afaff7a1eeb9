import type { User } from '@studio/contract/http/auth';
import type { StudioConfig } from '@studio/contract/http/studio';
import { createSessionStore, type SessionStore } from '@/lib/browser-session.ts';
import { type BrowserStorage, browserStorage } from '@/lib/browser-storage.ts';
import { type Call, createHttpClient } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import type { WatchedState } from '@/lib/socket-connection.ts';
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

/** A session and its client on a fake server whose responses the test determines. */
interface FakeSession {
  session: SessionStore;
  call: Call;
  localStorage: BrowserStorage;
  /** `key`: the idempotency key. */
  requests: { method: string; path: string; body: unknown; key: string | undefined }[];
}

export interface FakeResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The studio has no such thing, or not for this user. */
export const notFound: FakeResponse = { status: 404, body: { code: 'not_found', detail: 'Not found.' } };

/** A proxy between the page and the studio has nowhere to send the request. */
export const unrouted: FakeResponse = { status: 404 };

/** `respond` takes the method and path of a request, like `POST /auth/login`; null: the network fails. */
export function createFakeSession(
  respond: (asked: string) => FakeResponse | null | Promise<FakeResponse>,
): FakeSession {
  const localStorage = browserStorage(() => window.localStorage);
  const requests: FakeSession['requests'] = [];
  const call = createHttpClient({
    baseUrl: 'http://studio.test',
    async fetch(...given) {
      const request = new Request(...given);
      const { method } = request;
      const path = new URL(request.url).pathname;
      const text = await request.text();
      const key = request.headers.get('idempotency-key') ?? undefined;
      requests.push({ method, path, body: text === '' ? null : JSON.parse(text), key });
      const response = await respond(`${method} ${path}`);
      if (response === null) throw new TypeError('Failed to fetch');
      const { status, body, headers = {} } = response;
      return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
    },
    token: () => session.getState().token,
    onUnauthorized: (token) => session.expire(token),
  });
  const session = createSessionStore({ call, storage: localStorage, time: browserTime });
  return { session, call, localStorage, requests };
}

/** A client of a fake server, for somebody who is not signed in. */
export function createFakeCall(server: (request: Request) => Response | Promise<Response>): Call {
  return createHttpClient({
    baseUrl: 'http://studio.test',
    fetch: async (...given) => server(new Request(...given)),
    token: () => null,
    onUnauthorized: () => undefined,
  });
}

/** The default configuration of a studio (specification: Operation), without the demo account. */
export const defaultConfig: StudioConfig = {
  sandboxUrl: 'http://{id}.localhost:3001',
  assetsUrl: 'http://127.0.0.1:3001',
  avatarUrl: null,
  librarySource: 'local',
  moduleCdn: null,
  packages: true,
  mainSiteUrl: null,
  forumSignIn: false,
  passwordReset: false,
  supportEmail: 'support@studio.local',
  demoAccount: null,
};

/** A socket client without a connection: tests emit its events. */
export function createFakeSocket() {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  /** The ids of watched projects. */
  const watched = new Set<string>();
  const answers = new Map<string, (state: WatchedState | null) => void>();
  const socket: SocketClient = {
    connect: async () => undefined,
    disconnect: () => undefined,
    wake: () => undefined,
    on(event, listener) {
      const handlers = listeners.get(event) ?? new Set();
      listeners.set(event, handlers.add(listener));
      return () => void handlers.delete(listener);
    },
    watchProject(projectId, onState) {
      watched.add(projectId);
      answers.set(projectId, onState);
      return () => void watched.delete(projectId);
    },
    watchList: () => () => undefined,
    watchLink: () => () => undefined,
  };
  return {
    socket,
    watched,
    /** The server accepts or refuses the last watch of a project. */
    answerWatch: (projectId: string, state: WatchedState | null) => answers.get(projectId)?.(state),
    emit: (event: string, payload?: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
  };
}
