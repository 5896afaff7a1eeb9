import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

/** A healthy store is never silent for so long. */
const idleTimeoutMs = 5_000;
/** Nor does it take so long to take a part and say so. */
const responseTimeoutMs = 30_000;

/** A server that did not answer in time. Asking it for more only takes longer. */
export class ServerTimeout extends Error {
  constructor(method: string | undefined) {
    super(`The S3 server does not answer (${method}).`);
  }
}

/** How the MinIO client, which knows no time limits, sends its requests. */
export class TimeoutTransport {
  readonly agent: http.Agent;
  readonly #scheme: typeof http | typeof https;

  constructor(endpoint: string) {
    this.#scheme = endpoint.startsWith('https:') ? https : http;
    this.agent = new this.#scheme.Agent({ keepAlive: true, timeout: idleTimeoutMs });
  }

  /** Like `http.request`; a server that is silent, or does not get to its answer, ends the request with an error. */
  readonly request = (
    options: RequestOptions,
    answered: (answer: IncomingMessage) => void,
  ): ClientRequest => {
    const request = this.#scheme.request({ ...options, timeout: idleTimeoutMs }, (answer) => {
      clearTimeout(tooLate);
      request.off('timeout', giveUp).on('timeout', () => {
        // Whoever reads may pause; the store may not.
        if (answer.readableLength < answer.readableHighWaterMark) giveUp();
        else request.setTimeout(idleTimeoutMs);
      });
      answered(answer);
    });
    const giveUp = () => request.destroy(new ServerTimeout(options.method));
    const tooLate = setTimeout(giveUp, responseTimeoutMs);
    return request.on('timeout', giveUp).on('close', () => clearTimeout(tooLate));
  };

  /** Ends the connections that are kept for later. */
  close(): void {
    this.agent.destroy();
  }
}
