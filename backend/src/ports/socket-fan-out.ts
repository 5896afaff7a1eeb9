import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';

/** How sockets recover after a disconnection or a missed message. */
export interface Recovery {
  /** For how many milliseconds a socket may recover its session. */
  readonly forMs: number;
  /** Whether a session with this data may recover. Called before missed messages are looked up. */
  mayRecover(data: unknown): Promise<boolean>;
  /** Makes all sockets of this process reconnect, because messages of other replicas are lost. */
  disconnectAll(): void;
  /** Called when a message of a replica of another version could not be read. */
  refused(): void;
}

/**
 * Delivers messages to the sockets of a room on every replica, and lets a disconnected socket recover its session.
 */
export abstract class SocketFanOut {
  /** The socket.io adapter of one namespace. */
  abstract createAdapter(namespace: Namespace, recovery: Recovery): Adapter;
}
