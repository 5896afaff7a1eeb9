import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { replicaProtocol } from '@studio/contract/realtime';
import type { Namespace } from 'socket.io';
import {
  type Adapter,
  ClusterAdapter,
  type ClusterMessage,
  type ClusterResponse,
  type Session,
} from 'socket.io-adapter';
import { Config } from '../../../config/config.js';
import { type Recovery, SocketFanOut } from '../../../ports/socket-fan-out.js';
import { RedisConnection } from '../redis-connection.js';
import { encode, entryOf, isAfter, isBroadcast, type PlacedMessage } from './stream-entry.js';
import { StreamReader, StreamWriter } from './stream-io.js';
import { type LocalSockets, type RecentBroadcast, StreamPosition } from './stream-position.js';

type StoredSession = Omit<Session, 'missedPackets'>;

/**
 * How long sockets here may miss what happens at a replica of another version: while two versions run side by side,
 * they reconnect at this interval and request everything again.
 */
const refusedForMs = 5_000;

/** The parts that the adapter uses; a replica has one of each. */
export interface StreamParts {
  redis: RedisConnection;
  position: StreamPosition;
  writer: StreamWriter;
  warn: (what: string) => void;
}

/** A socket may have received a message on another replica that arrives here a moment later. */
const maxChecks = 100;
const betweenChecksMs = 10;

/**
 * Socket.IO's cluster adapter on a Redis stream: every replica writes the messages for all sockets into the stream, and
 * reads those of the other replicas. Sessions of disconnected sockets are stored in Redis, so that they can
 * reconnect to any replica.
 */
class RedisStreamsAdapter extends ClusterAdapter implements LocalSockets {
  readonly #parts: StreamParts;
  readonly #recovery: Recovery;
  /** Set between refusing a message of another version and disconnecting the sockets that missed it. */
  #reconnecting: NodeJS.Timeout | undefined;
  /** The ids of sockets that have missed messages, and have to reconnect. */
  #behind = new Set<string>();

  constructor(namespace: Namespace, parts: StreamParts, recovery: Recovery) {
    super(namespace);
    this.#parts = parts;
    this.#recovery = recovery;
    parts.position.sockets = this;
  }

  protected override doPublish(message: ClusterMessage): Promise<string> {
    return this.#parts.writer.add(encode(message));
  }

  protected override async doPublishResponse(_uid: string, response: ClusterResponse): Promise<void> {
    await this.#parts.writer.add(encode(response));
  }

  /** Replicas do not count each other, so it is not possible to wait for responses of all of them. */
  override serverCount(): Promise<number> {
    return Promise.reject(new Error('fetchSockets and acknowledged serverSideEmit are not supported.'));
  }

  /** Most messages of other replicas concern no socket here; skipping them is cheaper than delivering them. */
  receive({ message, offset }: PlacedMessage): void {
    const rooms = isBroadcast(message) ? message.data.opts.rooms : [];
    if (rooms.length === 0 || rooms.some((room) => this.rooms.has(room))) this.onMessage(message, offset);
  }

  disconnectAll(): void {
    this.#disconnectAll('Messages of other replicas are missing: all sockets have to reconnect.');
  }

  refuse(protocol: string): void {
    this.#recovery.refused();
    this.#reconnecting ??= setTimeout(() => {
      this.#reconnecting = undefined;
      this.#disconnectAll(
        `A replica of another version runs beside this one: its messages have version ${protocol}, here ${replicaProtocol} is read. Until it is gone, all sockets reconnect every ${refusedForMs / 1_000} s to learn what it said.`,
      );
    }, refusedForMs).unref();
  }

  #disconnectAll(why: string): void {
    const { sockets } = this.nsp as Namespace;
    if (sockets.size === 0) return;
    this.#behind = new Set(sockets.keys());
    this.#parts.warn(why);
    this.#recovery.disconnectAll();
  }

  /** Skips sockets that have missed messages: a recovered session would hide the gap. */
  override persistSession(session: StoredSession): void {
    if (this.#reconnecting || this.#behind.has(session.sid)) return;
    this.#persist(session).catch((error: unknown) =>
      this.#parts.warn(`A socket will not be able to recover its session: ${String(error)}`),
    );
  }

  /**
   * Takes a session out of Redis, with exactly what this replica has delivered to its own sockets since the session's
   * offset; what it delivers from then on reaches the socket in its rooms.
   * @returns null if the session or the offset is gone, or the session may not be recovered.
   */
  override restoreSession(pid: string, offset: string): Promise<Session> {
    // Socket.IO accepts null as well as a rejection, though its types do not say so.
    return this.#restore(pid, offset) as Promise<Session>;
  }

  async #persist({ sid, pid, rooms, data }: StoredSession): Promise<void> {
    const value = JSON.stringify({ sid, pid, rooms, data, protocol: replicaProtocol });
    const expiration = { type: 'PX', value: this.#recovery.forMs } as const;
    await this.#parts.redis.run((client) => client.set(sessionKey(pid), value, { expiration }));
  }

  async #restore(pid: string, offset: string): Promise<Session | null> {
    const stored = await this.#parts.redis.run((client) => client.getDel(sessionKey(pid)));
    if (stored === null) return null;
    const { protocol, ...session } = JSON.parse(stored) as StoredSession & { protocol?: number };
    if (protocol !== replicaProtocol) return null;
    if (!(await this.#recovery.mayRecover(session.data))) return null;
    const since = await this.#deliveredSince(offset);
    return since && { ...session, missedPackets: missedBy(session, since) };
  }

  /** Returns in the same turn of the event loop in which it read the list, so nothing is delivered in between. */
  async #deliveredSince(offset: string): Promise<RecentBroadcast[] | null> {
    const entry = entryOf(offset);
    if (entry === null) return null;
    for (let check = 0; check < maxChecks; check++) {
      // What Redis answered in the same turn of the event loop is processed first.
      await turn();
      const since = this.#parts.position.recent.since(offset);
      if (since || !isAfter(entry, this.#parts.position.entry)) return since;
      await pause(betweenChecksMs);
    }
    return null;
  }
}

const sessionKey = (pid: string) => `socket:${pid}`;

function missedBy({ rooms: joined }: StoredSession, since: readonly RecentBroadcast[]): unknown[][] {
  return since
    .filter(
      ({ rooms, except }) =>
        (rooms.length === 0 || joined.some((room) => rooms.includes(room))) &&
        !joined.some((room) => except.includes(room)),
    )
    .map(({ data }) => data);
}

/** Delivers messages to the sockets of all replicas, through one Redis stream. */
@Injectable()
export class RedisSocketFanOut
  extends SocketFanOut
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  readonly #redis: RedisConnection;
  readonly #position: StreamPosition;
  readonly #reader: StreamReader;
  readonly #writer: StreamWriter;
  readonly #warn: (what: string) => void;

  constructor(redis: RedisConnection, { redisUrl }: Config) {
    super();
    if (redisUrl === null) throw new Error('REDIS_URL is unset.');
    const logger = new Logger('sockets');
    this.#redis = redis;
    this.#warn = (what) => logger.warn(what);
    this.#position = new StreamPosition(redis);
    this.#reader = new StreamReader(redisUrl, this.#position, this.#warn);
    this.#writer = new StreamWriter(this.#position);
  }

  createAdapter(namespace: Namespace, recovery: Recovery): Adapter {
    const parts = { redis: this.#redis, position: this.#position, writer: this.#writer, warn: this.#warn };
    const adapter = new RedisStreamsAdapter(namespace, parts, recovery);
    this.#reader.start();
    return adapter;
  }

  /** Before the first socket connects, so that everything sent elsewhere from now on reaches it. */
  async onApplicationBootstrap(): Promise<void> {
    // While Redis is away the position is unknown; it is retried until Redis is back.
    await this.#position.next().catch(() => undefined);
  }

  /** A command of the command line ends right after sending, and the connection to Redis closes after this. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#writer.settle();
  }

  /** Not earlier: sessions of the sockets that this shutdown disconnects are stored for the other replicas. */
  onApplicationShutdown(): void {
    this.#reader.stop();
  }
}
