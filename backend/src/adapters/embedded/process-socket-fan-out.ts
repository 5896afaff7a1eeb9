import type { Namespace } from 'socket.io';
import { type Adapter, type Session, SessionAwareAdapter } from 'socket.io-adapter';
import { type Recovery, SocketFanOut } from '../../ports/socket-fan-out.js';

/** For a server of one process: all sockets are connected to it. */
export class ProcessSocketFanOut extends SocketFanOut {
  createAdapter(namespace: Namespace, { mayRecover }: Recovery): Adapter {
    const adapter = new SessionAwareAdapter(namespace);
    const { sessions } = adapter as unknown as Sessions;
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = async (pid, offset) => {
      const session = await restore(pid, offset);
      if (!session || !(await mayRecover(session.data))) return null as unknown as Session;
      // Again, because more packets may have been sent during `mayRecover`, and another connection may have recovered it.
      const restored = restore(pid, offset);
      // Socket.IO keeps it, but two sockets with one id would end each other's rooms and hide from `disconnectSockets`.
      sessions.delete(pid);
      return restored;
    };
    return adapter;
  }
}

/** The part of Socket.IO's adapter that holds the sessions of disconnected sockets, by their private id. */
interface Sessions {
  sessions: Map<string, unknown>;
}
