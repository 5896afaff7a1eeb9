import type { Project, ProjectInput } from '@studio/contract/http/projects';
import { createDraftStorage, writerOf } from '@/features/projects/model/local-copies/draft-storage.ts';
import { createProjectStore, type ProjectStore } from '@/features/projects/model/project-store.ts';
import { createRemoteChanges, type RemoteChanges } from '@/features/projects/model/remote/remote-changes.ts';
import { type BrowserStorage, browserStorage } from '@/lib/browser-storage.ts';
import { createHttpClient } from '@/lib/http-client.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { settled, type VirtualTime, virtualTime } from './virtual-time.ts';

/** How a request is delivered. `slow`: the response arrives after that many milliseconds. */
export type Fate =
  | 'delivered'
  | 'lost on the way'
  | 'answer lost'
  /** It has not reached the server yet when the page gives it up. */
  | 'held up'
  | 'unavailable'
  | 'too many'
  | { slow: number }
  /** It reaches the server after that many milliseconds, unless the page gives it up or ends before; with keepalive at once. */
  | { late: number }
  | { refused: { status: number; body: object } };

/** A fake browser with storage, a server and pages. */
export interface FakeStudio {
  time: VirtualTime;
  server: FakeServer;
  /** The signed-in user; tokens are user ids. */
  user: { id: string } | null;
  autoSave: boolean;
  /** The ids of projects that were taken down. */
  takenDown: Set<string>;
  /** The number of requests, delivered or not. */
  sent: number;
  /** How late (ms) the page receives key events. */
  sinceLastKey: number;
  /** Determines the delivery of the next request. */
  fate: () => Fate;
  /** Opens a page in this browser, in a new tab by default. It has a new client id. */
  open(tab?: BrowserStorage): FakePage;
}

export interface FakePage {
  store: ProjectStore;
  /** Delivers changes by others, like events of the server. */
  remote: RemoteChanges;
  clientId: string;
  /** Opens one of Ada's saved projects. */
  openOwn(html?: string): Promise<Project>;
  /** How often the server refused the session. */
  unauthorized: number;
  /** Ends the page at once: its timers stop and no responses reach it. */
  crash(): void;
  /** Replaces the page by a new one, after a `pagehide` event as in browsers. */
  reload(): Promise<FakePage>;
}

export const ada = { id: 'a'.repeat(16) };
export const bob = { id: 'b'.repeat(16) };

/** A studio with empty storage in which Ada is signed in and everything is delivered. */
export function openFakeStudio(): FakeStudio {
  window.localStorage.clear();
  const time = virtualTime();
  let pages = 0;
  const living = new Set<FakePage>();
  const local = browserStorage(() => window.localStorage);

  const studio: FakeStudio = {
    time,
    server: createFakeServer((token) => (token === '' ? null : token), time.now),
    user: ada,
    autoSave: true,
    takenDown: new Set(),
    sent: 0,
    sinceLastKey: 0,
    fate: () => 'delivered',
    open(tab = tabStorage()) {
      pages += 1;
      const clientId = `tab-${pages}`;
      const clock = time.page();
      let open = true;
      const store = createProjectStore({
        call: createHttpClient({
          baseUrl: '',
          fetch: (url, init) => travel(studio, url as string, init ?? {}, () => open),
          token: () => studio.user?.id ?? null,
          onUnauthorized: () => {
            page.unauthorized += 1;
          },
        }),
        user: () => studio.user,
        autoSave: () => studio.autoSave,
        drafts: createDraftStorage(local),
        findActiveWriters: async () =>
          [...living].map(({ store, clientId }) => writerOf(store.getState(), clientId)),
        isTakenDown: async (id) => studio.takenDown.has(id),
        localStorage: local,
        sessionStorage: tab,
        time: clock,
        sinceLastKey: () => studio.sinceLastKey,
        random: () => 0.5,
        clientId,
      });
      const page: FakePage = {
        clientId,
        unauthorized: 0,
        store,
        remote: createRemoteChanges(store.remoteParts),
        async openOwn(html = '<p>one</p>') {
          const project = studio.server.add({ userId: ada.id, html });
          await page.store.actions.open(project.id);
          return project;
        },
        crash() {
          open = false;
          living.delete(page);
          clock.close();
        },
        async reload() {
          page.store.leave(true);
          await settled();
          page.crash();
          return studio.open(tab);
        },
      };
      living.add(page);
      return page;
    },
  };
  return studio;
}

/** The session storage of one tab; the tests run several tabs in one jsdom window. */
function tabStorage(): BrowserStorage {
  const kept = new Map<string, string>();
  return browserStorage(() => ({
    length: kept.size,
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }));
}

/** Sends one request through the network, as the studio's `fate` determines. */
async function travel(
  studio: FakeStudio,
  path: string,
  init: RequestInit,
  isOpen: () => boolean,
): Promise<Response> {
  const { signal } = init;
  const fate = studio.fate();
  studio.sent += 1;
  if (fate === 'lost on the way') throw new TypeError('Failed to fetch');
  if (fate === 'unavailable') return respond(503, { code: 'service_unavailable', detail: 'Away.' });
  if (fate === 'too many') return tooMany();
  const givenUp = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new TypeError('Aborted'))),
  );
  givenUp.catch(() => undefined);
  if (fate === 'held up') return givenUp;
  if (typeof fate === 'object' && 'late' in fate && init.keepalive !== true) {
    await Promise.race([studio.time.wait(fate.late), givenUp]);
    if (!isOpen()) return new Promise<never>(() => {});
  }
  if (typeof fate === 'object' && 'refused' in fate) return respond(fate.refused.status, fate.refused.body);
  const { status, body } = studio.server.handle({
    method: init.method ?? 'GET',
    path,
    headers: init.headers as Record<string, string>,
    body: JSON.parse((init.body as string | undefined) ?? '{}') as ProjectInput,
    keepalive: init.keepalive === true,
  });
  const text = JSON.stringify(body);
  if (fate === 'answer lost') throw new TypeError('Failed to fetch');
  if (typeof fate === 'object' && 'slow' in fate) await Promise.race([studio.time.wait(fate.slow), givenUp]);
  if (!isOpen()) return new Promise<never>(() => {});
  return respond(status, text === undefined ? undefined : JSON.parse(text));
}

function respond(status: number, body: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status });
}

/** Sends a page the event that all of an owner's tabs get after a save from another one. */
export function announce(
  { remote }: FakePage,
  { id, version, updatedAt }: Project,
  origin: string,
): Promise<void> {
  return remote.saveStatus({ projectId: id, status: 'saved', version, updatedAt, origin });
}

/** Waits for an action that needs no timers. */
export async function done<T>(action: Promise<T>): Promise<T> {
  await settled();
  return action;
}

/** The response to a spent budget, which is full again in 20 s. */
function tooMany(): Response {
  const detail = 'That was too many requests at once. Try again in 20 seconds.';
  const body = { code: 'too_many_requests', detail };
  return Response.json(body, { status: 429, headers: { 'retry-after': '20' } });
}
