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

/** A socket and all events that it has received, in order. */
export interface SocketClient {
  socket: Client;
  received: ReceivedEvent[];
  watch(project: Project): ReturnType<typeof watchProject>;
  /** Sends any event with any payload. @returns the acknowledgement. */
  send(event: string, payload: unknown): Promise<object>;
  /** Waits until all earlier events of its studio have arrived, which is before a later response on the same socket. */
  settle(): Promise<void>;
  /** Waits until the connection has ended. */
  ended(): Promise<void>;
  /** Closes the connection of the socket without a disconnect packet. */
  cut(): Promise<void>;
  /** Connects again, as after a gap. @returns `connected`, or the error of a refusal. */
  reconnect(): Promise<string>;
}

/** Opens sockets of one studio, as pages do. */
export interface SocketClients {
  /** A socket with or without a session. @throws the error if the handshake is refused. */
  open(who?: Person, options?: SocketSettings): Promise<SocketClient>;
  /** `connected`, or the error if the handshake is refused. */
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
      // A message sent after the end would wait forever.
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
      // With Redis, events go through it, and a health check waits for a later command to it. Two checks, because one
      // entry may be in progress, and the next one is sent only after that.
      for (const _entry of ['in progress', 'next']) await studio.call('get', '/health/ready');
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
