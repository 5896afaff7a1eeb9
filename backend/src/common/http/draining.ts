import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Whether this process is shutting down. */
@Injectable()
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }

  /** Once draining, every response closes its connection, so that a proxy does not reuse it for another request. */
  closeConnectionsOf(server: Server): void {
    server.prependListener('request', (_request, response) => {
      if (this.#begun) response.shouldKeepAlive = false;
    });
  }
}

/** After this time a proxy that probes twice a second has seen "not ready", and sends no new requests. */
const proxyNoticeMs = 2_000;
/** The sockets are closed one after another within this time, so that they do not all reconnect at once. */
const closeSocketsWithinMs = 2_000;
/** The time for requests in progress: the whole shutdown may take 10 s (specification: Operation). */
const requestGraceMs = 2_500;

interface Parts {
  draining: Draining;
  sockets: { closeGradually(withinMs: number): Promise<void> };
  listeners: readonly Server[];
  /** Whether a proxy is in front of this process, which has to notice the shutdown first. */
  behindProxy: boolean;
}

/**
 * Shuts down without failing a request (ADR 16): reports "not ready" but still responds while the proxy notices; then
 * closes the sockets one after another; then closes the listeners once the requests in progress have their responses.
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
