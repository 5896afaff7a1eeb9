import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Dialogue, Order, Reply } from './crowd-process.ts';

const entry = fileURLToPath(new URL('crowd-process.ts', import.meta.url));
/** Fewer than the 3,000 connections that a studio accepts from one address (ADR 18). Loopback has many addresses. */
const perAddress = 2_500;

/** Where sockets connect, and their handshake. */
export interface Door {
  /** The server's address. */
  url: string;
  path: string;
  dialogue: Dialogue;
}

const engine = '/socket.io/?EIO=4&transport=websocket';

/** An anonymous Socket.IO connection in the default namespace. */
export const idle = { path: engine, dialogue: [{ receive: '0', reply: '40' }, { receive: '40' }] };

/** A connection that watches a project as an embed does. */
export function watching(projectId: string) {
  const watch = `420${JSON.stringify(['project:watch', { projectId }])}`;
  return {
    path: engine,
    dialogue: [{ receive: '0', reply: '40' }, { receive: '40', reply: watch }, { receive: '430[{"likes"' }],
  };
}

/** A bare WebSocket. */
export const bare = { path: '/', dialogue: [] };

/** Many sockets in a separate process, so that they do not use the server's processor time. */
export class Crowd {
  readonly #process: ChildProcess = fork(entry);
  #opened = 0;

  /** Opens `count` more sockets. @throws if one is refused */
  async open(count: number, { url, path, dialogue }: Door): Promise<void> {
    const port = Number(new URL(url).port);
    for (let left = count; left > 0; ) {
      const number = Math.floor(this.#opened / perAddress) + 1;
      const open = Math.min(left, perAddress * number - this.#opened);
      await this.#order({ open, port, path, address: `127.0.0.${number}`, dialogue });
      this.#opened += open;
      left -= open;
    }
  }

  /** How many sockets the server has not closed. */
  async count(): Promise<number> {
    return ((await this.#order({ count: true })) as { opened: number }).opened;
  }

  /** When each socket, in order of opening, receives a message with this prefix after `send`, in ms of `process.hrtime`. */
  async arrivalTimes(prefix: string, send: () => Promise<unknown>): Promise<number[]> {
    await this.#order({ await: prefix });
    const reply = this.#reply();
    await send();
    return ((await reply) as { at: number[] }).at;
  }

  stop(): void {
    this.#process.kill();
  }

  #order(order: Order): Promise<Reply> {
    const reply = this.#reply();
    this.#process.send(order);
    return reply;
  }

  async #reply(): Promise<Reply> {
    const ended = new AbortController();
    const exit = once(this.#process, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The crowd ended.');
    });
    exit.catch(() => undefined);
    try {
      const [reply] = (await Promise.race([
        once(this.#process, 'message', { signal: ended.signal }),
        exit,
      ])) as [Reply];
      return reply;
    } finally {
      ended.abort();
    }
  }
}
