import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';

/**
 * How what is told to a room reaches its sockets wherever they are connected, and how a socket that was cut off takes
 * up its session again. What restores a session may be asked several times, and changes nothing.
 */
export abstract class SocketFanOut {
  abstract createAdapter(namespace: Namespace): Adapter;
}
