import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { SocketAdapter } from '../../features/realtime/socket-adapter.js';

/** Whether this process has begun to end. Until it has, nothing differs. */
@Injectable()
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }

  /** From the beginning of the end each answer closes its connection, so that a proxy keeps none for another call. */
  closeConnectionsOf(server: Server): void {
    server.prependListener('request', (_request, response) => {
      if (this.#begun) response.shouldKeepAlive = false;
    });
  }
}

/** A proxy that asks twice a second has heard "not ready" by then, and sends nothing new. */
const proxyNoticeMs = 2_000;
/** The sockets are let go within this time, spread, so that they do not come to the other replicas all at once. */
const closeSocketsWithinMs = 2_000;
/** What calls under way have left after that: CONTRACT 1 gives 10 s for everything. */
const requestGraceMs = 2_500;

interface Parts {
  draining: Draining;
  sockets: SocketAdapter;
  listeners: readonly Server[];
  /** Whether a proxy stands before this process, which must notice first. */
  behindProxy: boolean;
}

/**
 * Ends the taking of calls without failing one (ADR 16): not ready any more, but still answering while the proxy
 * notices; then the sockets go, spread; then the listeners close, once the calls under way have their answers.
 */
export async function drain({ draining, sockets, listeners, behindProxy }: Parts): Promise<void> {
  draining.begin();
  if (behindProxy) await pause(proxyNoticeMs);
  await sockets.closeGradually(closeSocketsWithinMs);
  const closed = Promise.all(listeners.map(close));
  await Promise.race([closed, pause(requestGraceMs, undefined, { ref: false })]);
  for (const listener of listeners) listener.closeAllConnections();
}

function close(listener: Server): Promise<void> {
  return new Promise((closed) => listener.close(() => closed()));
}
