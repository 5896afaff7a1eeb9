import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Dialogue, Order, Reply } from './crowd-process.ts';

const entry = fileURLToPath(new URL('crowd-process.ts', import.meta.url));
/** A studio takes 3,000 connections of one address (ADR 18); loopback has millions of addresses. */
const perAddress = 2_500;

/** Where sockets go, and how they get in. */
export interface Door {
  /** Of the server. */
  url: string;
  path: string;
  dialogue: Dialogue;
}

const engine = '/socket.io/?EIO=4&transport=websocket';

/** An anonymous socket of Socket.IO, in its namespace. */
export const idle = { path: engine, dialogue: [{ heard: '0', says: '40' }, { heard: '40' }] };

/** One that follows a project as an embed does. */
export function watching(projectId: string) {
  const watch = `420${JSON.stringify(['project:watch', { projectId }])}`;
  return {
    path: engine,
    dialogue: [{ heard: '0', says: '40' }, { heard: '40', says: watch }, { heard: '430[{"likes"' }],
  };
}

/** A bare WebSocket. */
export const bare = { path: '/', dialogue: [] };

/** Many sockets in a process of their own, so that their cost is not the server's. */
export class Crowd {
  readonly #process: ChildProcess = fork(entry);
  #opened = 0;

  /** Opens so many more. @throws where one is refused. */
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

  /** How many have not been closed by the other side. */
  async count(): Promise<number> {
    return ((await this.#order({ count: true })) as { opened: number }).opened;
  }

  /** When each was told what begins so, in the order of opening: ms of `process.hrtime`. `tell` makes the server do it. */
  async told(beginning: string, tell: () => Promise<unknown>): Promise<number[]> {
    await this.#order({ await: beginning });
    const answer = this.#answer();
    await tell();
    return ((await answer) as { at: number[] }).at;
  }

  stop(): void {
    this.#process.kill();
  }

  #order(order: Order): Promise<Reply> {
    const answer = this.#answer();
    this.#process.send(order);
    return answer;
  }

  async #answer(): Promise<Reply> {
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
