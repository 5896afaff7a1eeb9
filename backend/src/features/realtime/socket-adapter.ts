import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Namespace, ServerOptions } from 'socket.io';
import type { Adapter, Session } from 'socket.io-adapter';
import type { Config } from '../../config/config.js';
import { isAppOrigin } from '../../config/origins.js';
import type { SocketFanOut } from '../../ports/socket-fan-out.js';
import type { SocketData } from './studio-socket.js';

/** Whether a session that was cut off may still be taken up again. */
export type MayRecover = (data: SocketData) => Promise<boolean>;

/** CONTRACT 3: recovery covers two minutes. */
const recoveryMs = 2 * 60_000;
/** The largest payload is a list of 100 ids. */
const maxPayloadBytes = 16_384;

/** socket.io as the studio sets it up: its own origin only, small payloads, recovery of missed events. */
export class SocketAdapter extends IoAdapter {
  constructor(
    server: HttpServer,
    private readonly config: Config,
    private readonly fanOut: SocketFanOut,
    private readonly mayRecover: MayRecover,
  ) {
    super(server);
  }

  override createIOServer(port: number, options?: ServerOptions) {
    const ours: Partial<ServerOptions> = {
      ...options,
      serveClient: false,
      maxHttpBufferSize: maxPayloadBytes,
      allowRequest: (request: IncomingMessage, decide: (error: string | null, allowed: boolean) => void) =>
        decide(null, this.#isWelcome(request)),
      connectionStateRecovery: { maxDisconnectionDuration: recoveryMs, skipMiddlewares: false },
      adapter: recoveringAdapter(this.fanOut, this.mayRecover),
    };
    return super.createIOServer(port, ours as ServerOptions);
  }

  /** A missing Origin is no browser, so no other page misuses somebody's browser. */
  #isWelcome({ headers }: IncomingMessage): boolean {
    return headers.origin === undefined || isAppOrigin(this.config, headers.origin, headers.host);
  }
}

/**
 * socket.io hands missed events over before any middleware runs, so a session is asked about before that.
 * What was missed is read again afterwards: something may have happened meanwhile.
 */
function recoveringAdapter(fanOut: SocketFanOut, mayRecover: MayRecover) {
  // socket.io calls it with `new`.
  return function adapterOf(namespace: Namespace): Adapter {
    const adapter = fanOut.createAdapter(namespace);
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = async (pid, offset) => {
      const session = await restore(pid, offset);
      if (session && (await mayRecover(session.data as SocketData))) return restore(pid, offset);
      return null as unknown as Session;
    };
    return adapter;
  };
}
