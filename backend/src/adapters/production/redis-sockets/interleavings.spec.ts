import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { type Namespace, Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { randomRuns } from '../../../../test/support/random-runs.js';
import { freshRedis } from '../../../../test/support/studio/fresh-redis.js';
import { until } from '../../../../test/support/until.js';
import { readConfig } from '../../../config/read-config.js';
import type { Recovery } from '../../../ports/socket-fan-out.js';
import { RedisConnection } from '../redis-connection.js';
import { RedisSocketFanOut } from './redis-streams-adapter.js';

/** Unset where the test run has no Redis. */
const url = process.env['REDIS_URL'];
const describeWithRedis = url ? describe : describe.skip;

/** The rooms of each client. */
const clientRooms = [['a'], ['b'], ['a', 'b']];
const replica = fc.nat({ max: 2 });
const client = fc.nat({ max: clientRooms.length - 1 });
const rooms = fc.constantFrom<string[]>(['a'], ['b'], ['a', 'b']);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('send'),
      replica,
      rooms,
      count: fc.integer({ min: 1, max: 70 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('move'), client, replica }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cut reader'), replica }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait'), ms: fc.nat({ max: 30 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A bare Socket.IO server with the studio's adapter. */
async function startReplica(redisUrl: string, onMissing: () => void) {
  const config = await readConfig({ PORT: '1', SANDBOX_PORT: '2', REDIS_URL: redisUrl });
  const redis = new RedisConnection(config);
  await redis.onModuleInit();
  const fanOut = new RedisSocketFanOut(redis, config);
  const recovery: Recovery = {
    forMs: 60_000,
    mayRecover: () => Promise.resolve(true),
    disconnectAll: onMissing,
    refused: onMissing,
  };
  const http = createServer();
  const server = new Server(http, {
    connectionStateRecovery: { maxDisconnectionDuration: recovery.forMs, skipMiddlewares: false },
    // socket.io calls it with `new`.
    adapter: function adapterOf(namespace: Namespace) {
      return fanOut.createAdapter(namespace, recovery);
    },
  });
  server.on('connection', (socket) => {
    if (!socket.recovered) void socket.join(String(socket.handshake.auth['rooms']).split(','));
  });
  await fanOut.onApplicationBootstrap();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  return {
    redis,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    send: (to: string[], from: number, number: number) => void server.to(to).emit('message', from, number),
    async stop() {
      await server.close();
      await fanOut.beforeApplicationShutdown();
      fanOut.onApplicationShutdown();
      await redis.onApplicationShutdown();
    },
  };
}
type Replica = Awaited<ReturnType<typeof startReplica>>;

async function connected(socket: Socket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
    socket.connect();
  });
}

/** A client that joins rooms. Once it has received a message, it has an offset from which it can recover. */
async function follow(at: Replica, itsRooms: string[]) {
  const socket = io(at.url, {
    transports: ['websocket'],
    reconnection: false,
    autoConnect: false,
    forceNew: true,
    auth: { rooms: itsRooms.join(',') },
  });
  const received: string[] = [];
  socket.on('message', (from: number, number: number) => received.push(`${from}:${number}`));
  await connected(socket);
  let moving = Promise.resolve();
  const moveTo = async (other: Replica) => {
    const { _pid: pid } = socket as unknown as { _pid: string };
    const ended = new Promise((end) => socket.once('disconnect', end));
    socket.io.engine.close();
    await ended;
    // Its replica has noticed the disconnect and stored the session.
    await until(() => at.redis.run(async (redis) => (await redis.exists(`socket:${pid}`)) > 0));
    Object.assign(socket.io, { uri: other.url });
    await connected(socket);
    expect(socket.recovered).toBe(true);
  };
  return {
    received,
    /** Moves one after another; resolves after the last one so far. */
    move(other?: Replica) {
      if (other) moving = moving.then(() => moveTo(other));
      return moving;
    },
    close: () => socket.disconnect(),
  };
}

describeWithRedis('messages of several replicas', () => {
  const replicas: Replica[] = [];
  let missing = 0;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    const fresh = await freshRedis(url ?? '');
    for (let started = 0; started < 3; started++)
      replicas.push(await startReplica(fresh, () => void (missing += 1)));
  });
  afterAll(() => Promise.all(replicas.map((one) => one.stop())));

  /** Closes the connection on which one of the replicas waits for new entries. */
  async function cutReader(index: number): Promise<void> {
    const own = (replicas[0] as Replica).redis;
    const { db } = await own.run((redis) => redis.clientInfo());
    const readers = (await own.run((redis) => redis.clientList())).filter(
      (one) => one.db === db && one.cmd === 'xread',
    );
    const reader = readers[index % readers.length];
    if (reader) await own.run((redis) => redis.sendCommand(['CLIENT', 'KILL', 'ID', String(reader.id)]));
  }

  let round = 0;

  async function play(steps: readonly Step[]): Promise<void> {
    // Rooms are named for their round: messages of an earlier round may still be on their way to some replica.
    round += 1;
    const named = (some: readonly string[]) => some.map((room) => `${round}${room}`);
    const followers = await Promise.all(
      clientRooms.map((itsRooms, index) => follow(replicas[index] as Replica, named(itsRooms))),
    );
    const sent: { from: number; number: number; to: string[] }[] = [];
    const send = (from: number, to: string[]) => {
      const number = sent.length;
      sent.push({ from, number, to });
      (replicas[from] as Replica).send(named(to), from, number);
    };
    send(0, ['a', 'b']);
    await until(() => followers.every(({ received }) => received.length === 1));
    for (const one of steps) {
      if (one.act === 'send') for (let made = 0; made < one.count; made++) send(one.replica, one.rooms);
      else if (one.act === 'move') void followers[one.client]?.move(replicas[one.replica]);
      else if (one.act === 'cut reader') await cutReader(one.replica);
      else await pause(one.ms);
    }
    await Promise.all(followers.map((one) => one.move()));
    for (const from of replicas.keys()) send(from, ['a', 'b']);
    const last = sent.slice(-replicas.length).map(({ from, number }) => `${from}:${number}`);
    await until(() => followers.every(({ received }) => last.every((message) => received.includes(message))));
    for (const [index, { received, close }] of followers.entries()) {
      close();
      const meant = sent.filter(({ to }) => to.some((room) => clientRooms[index]?.includes(room)));
      for (const from of replicas.keys())
        expect(received.filter((message) => message.startsWith(`${from}:`))).toEqual(
          meant.filter((message) => message.from === from).map(({ number }) => `${from}:${number}`),
        );
      // Clients receive the messages of a common room in the same order.
      const inBoth = received.filter((message) => followers[2]?.received.includes(message));
      expect(inBoth).toEqual(followers[2]?.received.filter((message) => received.includes(message)));
    }
    expect(missing).toBe(0);
  }

  it('arrive complete, once and in each sender’s order, however clients and readers come and go', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), randomRuns(15));
  });
});
