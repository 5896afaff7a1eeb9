import type { Namespace } from 'socket.io';
import { type Adapter, SessionAwareAdapter } from 'socket.io-adapter';
import { SocketFanOut } from '../../ports/socket-fan-out.js';

/** All sockets are those of this process. */
export class ProcessFanOut extends SocketFanOut {
  createAdapter(namespace: Namespace): Adapter {
    return new SessionAwareAdapter(namespace);
  }
}
