import { once } from 'node:events';
import type { ServerEvent } from '@studio/contract/realtime';
import type { TestStudio } from '../support/studio/test-studio.js';

export interface Told {
  event: ServerEvent;
  payload: unknown;
}

/** A socket that can write what socket.io's own client would not: any packet of its protocol, with any acknowledgement id. */
export class WireSocket {
  readonly told: Told[] = [];
  readonly #acknowledged = new Map<number, unknown>();
  #heard: PromiseWithResolvers<void> = Promise.withResolvers();
  closed = false;
  /** Null as long as it is not decided. */
  entered: boolean | null = null;

  private constructor(private readonly line: WebSocket) {
    line.addEventListener('message', ({ data }) => this.#read(String(data)));
    line.addEventListener('close', () => {
      this.closed = true;
      this.#heard.resolve();
    });
  }

  /** Enters as whoever the token stands for; with `null` for `auth` it does not enter at all. */
  static async open({ url }: Pick<TestStudio, 'url'>, auth: object | null): Promise<WireSocket> {
    const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(line, 'open');
    const socket = new WireSocket(line);
    if (auth === null) return socket;
    line.send(`40${JSON.stringify(auth)}`);
    await socket.#until(() => socket.entered !== null);
    return socket;
  }

  /** Writes an event; without an id it asks for no acknowledgement. */
  write(id: number | null, event: string, args: readonly unknown[]): void {
    this.line.send(`42${id ?? ''}${JSON.stringify([event, ...args])}`);
  }

  /** Acknowledges what was never asked. */
  answer(id: number): void {
    this.line.send(`43${id}[{"ok":true}]`);
  }

  /** @returns what was acknowledged; undefined where the connection was closed instead. */
  async acknowledgement(id: number): Promise<unknown> {
    await this.#until(() => this.#acknowledged.has(id));
    const answer = this.#acknowledged.get(id);
    this.#acknowledged.delete(id);
    return answer;
  }

  /** Waits until all that was written before is dealt with, and all that happened before is told. */
  async settle(): Promise<void> {
    this.write(settling, 'project:unwatch', [{ projectId: '0000000000000000' }]);
    await this.acknowledgement(settling);
  }

  close(): void {
    this.line.close();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.closed) await this.#heard.promise;
  }

  #read(packet: string): void {
    if (packet === '2') this.line.send('3');
    if (/^4[04]/.test(packet)) this.entered = packet.startsWith('40');
    const [, id, answers = '[]'] = /^43(\d+)(.*)$/s.exec(packet) ?? [];
    if (id !== undefined) this.#acknowledged.set(Number(id), JSON.parse(answers)[0]);
    if (packet.startsWith('42')) {
      const [event, payload] = JSON.parse(packet.slice(2));
      this.told.push({ event, payload });
    }
    this.#heard.resolve();
    this.#heard = Promise.withResolvers();
  }
}

/** No message that is made up has this id. */
const settling = 1_000_000;
