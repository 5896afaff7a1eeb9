import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';

/** How sockets recover that were disconnected, or that missed a message. */
export interface Recovery {
  /** For how many milliseconds a socket may recover its session. */
  readonly forMs: number;
  /** Whether it may, by the data of the session. Asked before missed messages are looked up. */
  mayRecover(data: unknown): Promise<boolean>;
  /** Messages of other replicas are lost for the sockets here: all of them have to reconnect. */
  disconnectAll(): void;
  /** Messages of a replica of another version could not be read. */
  refused(): void;
}

/**
 * How messages to a room reach its sockets on every replica, and how a disconnected socket recovers its session.
 */
export abstract class SocketFanOut {
  abstract createAdapter(namespace: Namespace, recovery: Recovery): Adapter;
}
