import type { Project } from '@studio/contract/http/projects';
import type {
  ClientToServerEvents,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
} from '@studio/contract/realtime';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Person, TestStudio } from './test-studio.js';

export type Client = Socket<ServerToClientEvents, ClientToServerEvents>;
export type ReceivedEvent = { [E in ServerEvent]: [E, ServerPayload<E>] }[ServerEvent];

/** A socket and everything it was told, in order. */
export interface SocketClient {
  socket: Client;
  received: ReceivedEvent[];
  watch(project: Project): ReturnType<typeof watchProject>;
  /** Sends what no page would. */
  send(event: string, payload: unknown): Promise<object>;
  /** Waits until all that happened before this at its studio has arrived: an answer on the same socket comes behind it. */
  settle(): Promise<void>;
  /** Waits until the connection has ended. */
  ended(): Promise<void>;
  /** Cuts the connection under the socket. */
  cut(): Promise<void>;
  /** Connects again, as after a gap. @returns what that is refused with, or `connected`. */
  reconnect(): Promise<string>;
}

/** Opens sockets of one studio, as pages do. */
export interface SocketClients {
  /** A socket of somebody's, or of nobody's. @throws what the handshake was refused with. */
  open(who?: Person, options?: SocketSettings): Promise<SocketClient>;
  /** What the handshake is refused with, or `connected`. */
  outcome(options: SocketSettings): Promise<string>;
  closeAll(): void;
}

type SocketSettings = Partial<ManagerOptions & SocketOptions>;

export function socketClientsOf(studio: () => TestStudio): SocketClients {
  const opened: Client[] = [];

  function connect(options: SocketSettings): Client {
    const socket: Client = io(studio().url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...options,
    });
    opened.push(socket);
    return socket;
  }

  return {
    async open(who, options = {}) {
      const socket = connect({ ...(who ? { auth: { token: who.access_token } } : {}), ...options });
      const tab = tabOf(socket, studio());
      await new Promise<void>((connected, failed) => {
        socket.once('connect', connected).once('connect_error', failed);
      });
      // What is sent after the end would wait forever.
      if (!socket.connected) throw new Error('The connection was closed at once.');
      await tab.settle();
      return tab;
    },
    async outcome(options) {
      const socket = connect(options);
      const outcome = await outcomeOf(socket);
      socket.disconnect();
      return outcome;
    },
    closeAll() {
      for (const socket of opened.splice(0)) socket.disconnect();
    },
  };
}

function tabOf(socket: Client, studio: TestStudio): SocketClient {
  const received: ReceivedEvent[] = [];
  socket.onAny((event, payload) => received.push([event, payload]));
  const ended = () => new Promise<void>((end) => socket.once('disconnect', () => end()));
  return {
    socket,
    received,
    watch: (project) => watchProject(socket, project),
    send: socket.emitWithAck.bind(socket),
    settle: async () => {
      // What is told goes through Redis, where there is one. This asks it afterwards: one entry may be under way there,
      // and the next one is sent when that has arrived.
      for (const _entry of ['under way', 'next']) await studio.call('get', '/health/ready');
      await socket.emitWithAck('project:unwatch', { projectId: '0000000000000000' });
    },
    ended,
    cut() {
      const gone = ended();
      socket.io.engine.close();
      return gone;
    },
    reconnect() {
      const outcome = outcomeOf(socket);
      socket.connect();
      return outcome;
    },
  };
}

function outcomeOf(socket: Client): Promise<string> {
  return new Promise((done) => {
    socket.once('connect', () => done('connected')).once('connect_error', ({ message }) => done(message));
  });
}

function watchProject(socket: Client, { id }: Project) {
  return socket.emitWithAck('project:watch', { projectId: id });
}
