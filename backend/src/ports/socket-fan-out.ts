import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';

/** What becomes of sockets that were cut off, or that were not told something. */
export interface Recovery {
  /** For so many milliseconds a socket may take up its session again. */
  readonly forMs: number;
  /** Whether it may, by what the session remembers. Asked before anything is looked up that it missed. */
  mayRecover(data: unknown): Promise<boolean>;
  /** Sockets here will never receive something that was sent elsewhere: all of them have to begin anew. */
  disconnectAll(): void;
}

/**
 * How what is told to a room reaches its sockets wherever they are connected, and how a socket that was cut off takes up
 * its session again.
 */
export abstract class SocketFanOut {
  abstract createAdapter(namespace: Namespace, recovery: Recovery): Adapter;
}
