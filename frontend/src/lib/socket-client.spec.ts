/** @jest-environment node */

import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type {
  ClientToServerEvents,
  ServerPayload,
  ServerToClientEvents,
  WatchAck,
} from '@studio/contract/realtime';
import { Server, type Socket } from 'socket.io';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { createSocketClient, type SocketClient } from './socket-client.ts';

type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

const projectId = '0123456789abcdef';
const other = 'fedcba9876543210';
const state = { version: 3, likes: 1, views: 2, forkCount: 0 };
const listedCounters = (id: string) => ({ projectId: id, isPublic: true, likes: 1, views: 2, forkCount: 3 });

let http: HttpServer;
let io: Server<ClientToServerEvents, ServerToClientEvents>;
let client: SocketClient;
let token: string | null;
let watched: string[];
let onRefused: (token: string | null, reason?: string) => void;
/** The delays that the client has asked for, in ms. */
let delays: number[];
/** The refusal of the next handshake, used once. */
let refusal: string | null;
/** The server's response to a watch. */
let respondToWatch: (socket: ServerSocket, ack: (result: WatchAck) => void) => void;

beforeEach(async () => {
  token = 'good';
  watched = [];
  delays = [];
  onRefused = () => {};
  http = createServer();
  io = new Server(http, { connectionStateRecovery: {} });
  refusal = null;
  respondToWatch = (_socket, ack) => ack({ ok: true, ...state });
  io.use((socket, next) => {
    const message = socket.handshake.auth.token === 'dead' ? 'unauthorized' : refusal;
    refusal = null;
    next(message === null ? undefined : new Error(message));
  });
  io.on('connection', (socket) => {
    socket.on('project:watch', (payload, ack) => {
      watched.push(payload.projectId);
      respondToWatch(socket, ack);
    });
    socket.on('project:unwatch', (payload, ack) => {
      watched = watched.filter((id) => id !== payload.projectId);
      ack({ ok: true });
    });
    socket.on('browse:watch', ({ projectIds }, ack) =>
      ack({ ok: true, data: projectIds.map(listedCounters) }),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  client = createClient();
});

/** A page's client, whose delays before reconnecting take no time. */
function createClient() {
  return createSocketClient({
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    token: () => token,
    onUnauthorized: (given, reason) => onRefused(given, reason),
    random: () => 0,
    time: {
      now: Date.now,
      after(milliseconds, run) {
        delays.push(milliseconds);
        let cancelled = false;
        void setImmediate().then(() => cancelled || run());
        return () => {
          cancelled = true;
        };
      },
    },
  });
}

afterEach(async () => {
  client.disconnect();
  await io.close();
});

/** The next value passed to the registered callback. */
function next<T>(register: (resolve: (value: T) => void) => unknown): Promise<T> {
  return new Promise((resolve) => register(resolve));
}

const connected = () => next((resolve) => io.once('connection', resolve));

test('connects with the token of that moment', async () => {
  const arrived = connected();
  await client.connect();
  expect(await arrived).toMatchObject({ handshake: { auth: { token: 'good' } } });
});

test('the state of a project watched before the connection are sent, and again after each gap', async () => {
  const received: unknown[] = [];
  let onReceived = () => {};
  client.watchProject(projectId, (given) => {
    received.push(given);
    onReceived();
  });
  await next<void>((resolve) => {
    onReceived = resolve;
    void client.connect();
  });
  await next<void>((resolve) => {
    onReceived = resolve;
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
  });
  expect(received).toEqual([state, state]);
});

test('the last watcher of a project ends its watch', async () => {
  const stops = [client.watchProject(projectId, () => {})];
  await next((resolve) => {
    stops.push(client.watchProject(projectId, resolve));
    void client.connect();
  });
  const unwatched = next((resolve) =>
    io.sockets.sockets.forEach((socket) => socket.once('project:unwatch', resolve)),
  );
  for (const stop of stops) stop();
  await unwatched;
  expect(watched).toEqual([]);
});

test('the numbers of a list are sent at once', async () => {
  const list = next((resolve) => client.watchList([projectId, other], resolve));
  await client.connect();
  expect(await list).toEqual([projectId, other].map(listedCounters));
});

test('a list is watched again once a later list has ended', async () => {
  let listener: (state: unknown) => void = () => undefined;
  const nextState = () => next((resolve) => (listener = resolve));
  const first = nextState();
  client.watchList([projectId], (state) => listener(state));
  await client.connect();
  await first;
  const ends: (() => void)[] = [];
  await next((resolve) => ends.push(client.watchList([other], resolve)));
  const again = nextState();
  for (const end of ends) end();
  expect(await again).toMatchObject([{ projectId }]);
});

test('hands valid events on and ignores malformed ones', async () => {
  const warn = silenceWarnings();
  const received: ServerPayload<'project:likes'>[] = [];
  const valid = next<void>((resolve) =>
    client.on('project:likes', (event) => {
      received.push(event);
      resolve();
    }),
  );
  const arrived = connected();
  await client.connect();
  await arrived;
  io.emit('project:likes', { projectId, likes: 'many' } as never);
  io.emit('project:likes', { projectId, likes: 5 });
  await valid;
  expect(received).toEqual([{ projectId, likes: 5 }]);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a dead token and a revoked session are reported with the token they were made with', async () => {
  const refused = () => next<string | null>((resolve) => (onRefused = resolve));
  token = 'dead';
  const dead = refused();
  await client.connect();
  expect(await dead).toBe('dead');

  token = 'good';
  const arrived = connected();
  await client.connect();
  await arrived;
  const revoked = next<unknown>((resolve) => (onRefused = (...given) => resolve(given)));
  io.emit('session:revoked', { reason: 'The password was changed.' });
  expect(await revoked).toEqual(['good', 'The password was changed.']);
});

test('comes back after a refusal that passes, and after the server has cut it off', async () => {
  refusal = 'unavailable';
  const opened = next<void>((resolve) => client.on('connect', () => resolve()));
  await client.connect();
  await opened;
  const ended = next<void>((resolve) => client.on('disconnect', () => resolve()));
  const dismissed = next<void>((resolve) => client.on('dismissed', () => resolve()));
  const reopened = next<void>((resolve) => client.on('connect', () => resolve()));
  io.disconnectSockets(true);
  await ended;
  await dismissed;
  await reopened;
});

test('comes back later and later while the server ends each connection at once', async () => {
  io.on('connection', (socket) => socket.disconnect(true));
  await client.connect();
  for (let count = 0; count <= 5; count += 1)
    await next<void>((resolve) => client.on('disconnect', () => resolve()));
  expect(delays.slice(0, 5)).toEqual([2_500, 5_000, 10_000, 20_000, 20_000]);
});

test('what was closed during a gap is watched no more, though the connection is recovered', async () => {
  const stop = client.watchProject(projectId, () => undefined);
  let stopList = () => {};
  const accepted = next((resolve) => (stopList = client.watchList([other], resolve)));
  await client.connect();
  await accepted;
  // Recovery needs an event that the client has received.
  const received = next((resolve) => client.on('project:likes', resolve));
  io.emit('project:likes', { projectId, likes: 2 });
  await received;
  const ended = next<void>((resolve) => client.on('disconnect', () => resolve()));
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  await ended;
  stop();
  stopList();
  const socket = (await connected()) as ServerSocket;
  const noLonger = next((resolve) => socket.once('project:unwatch', resolve));
  const listed = next((resolve) => socket.once('browse:watch', resolve));
  expect(socket.recovered).toBe(true);
  await noLonger;
  expect(watched).toEqual([]);
  expect(await listed).toEqual({ projectIds: [] });
});

test('numbers that overtake the response to a watch are newer than that', async () => {
  respondToWatch = (socket, ack) => {
    socket.emit('project:likes', { projectId, likes: 9 });
    ack({ ok: true, ...state });
  };
  const received = next((resolve) => client.watchProject(projectId, resolve));
  await client.connect();
  expect(await received).toEqual({ ...state, likes: 9 });
});

test.each(['visibility', 'moderation'] as const)(
  'a project that some may no longer see is watched again, as the server may still allow it here (%s)',
  async (by) => {
    let listener: (state: unknown) => void = () => undefined;
    const nextState = () => next((resolve) => (listener = resolve));
    const first = nextState();
    client.watchProject(projectId, (given) => listener(given));
    await client.connect();
    await first;
    const again = nextState();
    for (const id of [other, projectId]) io.emit('project:removed', { projectId: id, by });
    expect(await again).toEqual(state);
    expect(watched).toEqual([projectId, projectId]);
  },
);

test('a watch that the server refuses for a moment is asked for again until it is accepted', async () => {
  const received: unknown[] = [];
  const accepted = next<void>((resolve) =>
    client.watchProject(projectId, (given) => {
      received.push(given);
      if (given) resolve();
    }),
  );
  respondToWatch = (_socket, ack) =>
    ack(watched.length < 3 ? { ok: false, error: 'The server is busy.' } : { ok: true, ...state });
  await client.connect();
  await accepted;
  expect(received).toEqual([null, null, state]);
});

test('a list and a link are asked for again as well', async () => {
  const refused = new Set<string>();
  const isFirst = (event: string) => !refused.has(event) && refused.add(event);
  const busy = { ok: false, error: 'The server is busy.' } as const;
  io.on('connection', (socket) => {
    socket.removeAllListeners('browse:watch');
    socket.on('browse:watch', (_payload, ack) => ack(isFirst('list') ? busy : { ok: true, data: [] }));
    socket.on('link:watch', (_payload, ack) =>
      ack(isFirst('link') ? busy : { ok: true, projectId, version: 3, expiresIn: null }),
    );
  });
  const list = next((resolve) => client.watchList([projectId], resolve));
  const linked: unknown[] = [];
  const link = next<void>((resolve) =>
    client.watchLink('a'.repeat(22), (given) => {
      linked.push(given);
      if (given) resolve();
    }),
  );
  await client.connect();
  expect(await list).toEqual([]);
  await link;
  expect(linked).toMatchObject([null, { version: 3 }]);
});

test('a refused watch that the page has ended is asked for no more', async () => {
  respondToWatch = (_socket, ack) => ack({ ok: false, error: 'Not found.' });
  const refused = next<void>((resolve) => {
    const stop = client.watchProject(projectId, () => {
      stop();
      resolve();
    });
  });
  await client.connect();
  await refused;
  // Sent after whatever the refusal has caused.
  for (let round = 0; round < 3; round += 1) await next((resolve) => client.watchList([other], resolve));
  expect(watched).toEqual([]);
});

test('a malformed answer is ignored', async () => {
  const warn = silenceWarnings();
  respondToWatch = (_socket, ack) => ack({ ok: true, likes: 'many' } as never);
  const received: unknown[] = [];
  client.watchProject(projectId, (given) => received.push(given));
  const list = next((resolve) => client.watchList([projectId], resolve));
  await client.connect();
  await list;
  expect(received).toEqual([]);
  expect(warn).toHaveBeenLastCalledWith('Ignoring a malformed answer to project:watch');
});

test('many that are cut off at once come back spread over five seconds', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const clients = Array.from({ length: 60 }, createClient);
  const all = next<void>((resolve) => {
    let arrived = 0;
    io.on('connection', () => (arrived += 1) === clients.length && resolve());
  });
  for (const one of clients) await one.connect();
  await all;
  timers.mockClear();
  const cut = clients.length;
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  const waits = () => timers.mock.calls.flatMap(([, wait = 0]) => (wait <= 5_000 ? [wait] : []));
  while (waits().length < cut) await setImmediate();
  for (const one of clients) one.disconnect();
  const perSecond = Array.from({ length: 5 }, (_, second) =>
    waits().filter((wait) => Math.floor(wait / 1_000) === second),
  );
  expect(Math.max(...perSecond.map(({ length }) => length))).toBeLessThan(cut / 2);
});
