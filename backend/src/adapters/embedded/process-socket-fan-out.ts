import type { Namespace } from 'socket.io';
import { type Adapter, type Session, SessionAwareAdapter } from 'socket.io-adapter';
import { type Recovery, SocketFanOut } from '../../ports/socket-fan-out.js';

/** For a server of one process: all sockets are connected to it. */
export class ProcessSocketFanOut extends SocketFanOut {
  createAdapter(namespace: Namespace, { mayRecover }: Recovery): Adapter {
    const adapter = new SessionAwareAdapter(namespace);
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = async (pid, offset) => {
      const session = await restore(pid, offset);
      if (!session || !(await mayRecover(session.data))) return null as unknown as Session;
      // Again, because more packets may have been sent during `mayRecover`.
      return restore(pid, offset);
    };
    return adapter;
  }
}
