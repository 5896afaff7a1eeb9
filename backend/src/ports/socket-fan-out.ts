import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';

/**
 * How what is told to a room reaches its sockets wherever they are connected, and how a socket that was cut off takes up
 * its session again. Of calls to an adapter's `persistSession` and `restoreSession` the earlier is done first.
 */
export abstract class SocketFanOut {
  /** A socket that was cut off may come back for so many milliseconds. */
  abstract createAdapter(namespace: Namespace, recoveryMs: number): Adapter;
}
