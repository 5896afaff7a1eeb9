import type { Namespace } from 'socket.io';
import { type Adapter, type Session, SessionAwareAdapter } from 'socket.io-adapter';
import { type Recovery, SocketFanOut } from '../../ports/socket-fan-out.js';

/** All sockets are those of this process. */
export class ProcessSocketFanOut extends SocketFanOut {
  createAdapter(namespace: Namespace, { mayRecover }: Recovery): Adapter {
    const adapter = new SessionAwareAdapter(namespace);
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = async (pid, offset) => {
      const session = await restore(pid, offset);
      if (!session || !(await mayRecover(session.data))) return null as unknown as Session;
      // Something may have been missed meanwhile.
      return restore(pid, offset);
    };
    return adapter;
  }
}
