import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';

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
  endConnectionsOf(server: Server): void {
    server.prependListener('request', (_request, response) => {
      if (this.#begun) response.shouldKeepAlive = false;
    });
  }
}
