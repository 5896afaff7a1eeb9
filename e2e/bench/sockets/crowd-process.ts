import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Thousands of sockets in a separate process: WebSocket frames over plain connections, because a client library would
 * cost more than the server that is measured. It carries out the orders of its parent, `crowd.ts`.
 */

/** The steps of a handshake: each waits for a message with the prefix `receive`, then sends `reply`. */
export type Dialogue = readonly { receive: string; reply?: string }[];

export type Order =
  | { open: number; port: number; path: string; address: string; dialogue: Dialogue }
  /** Records when each socket next receives a message with this prefix. */
  | { await: string }
  | { count: true };

/** `at`: for each socket in the order of opening, ms of the machine's monotonic clock. */
export type Reply = { opened: number } | { awaiting: true } | { at: number[] };

const concurrency = 50;
const sockets: CrowdSocket[] = [];
let awaited = '';
let missing = 0;

class CrowdSocket {
  receivedAt = 0;
  readonly #line: Socket;
  #dialogue: Dialogue;
  #rest: Buffer = Buffer.alloc(0);
  #isIn: () => void = () => undefined;

  constructor(line: Socket, dialogue: Dialogue) {
    this.#line = line;
    this.#dialogue = dialogue;
  }

  /** Resolves when the dialogue is over. */
  async open(path: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#isIn = resolve;
    this.#line.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
    );
    const response = await this.#handshake();
    if (!response.startsWith('HTTP/1.1 101')) throw new Error(`A socket was refused: ${response}`);
    this.#line.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#line.once('close', () => {
      sockets.splice(sockets.indexOf(this), 1);
    });
    if (this.#dialogue.length === 0) return;
    this.#read(Buffer.alloc(0));
    await promise;
  }

  /** Returns the head of the response and keeps the bytes that followed it. */
  async #handshake(): Promise<string> {
    let end = -1;
    while (end < 0) {
      const [bytes] = (await once(this.#line, 'data')) as [Buffer];
      this.#rest = Buffer.concat([this.#rest, bytes]);
      end = this.#rest.indexOf('\r\n\r\n');
    }
    const head = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + 4);
    return head;
  }

  /** A server's frames are not masked, and none of these is longer than 65,535 bytes. */
  #read(bytes: Buffer): void {
    let frames = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (frames.length >= 4) {
      const short = frames.readUInt8(1);
      const start = short < 126 ? 2 : 4;
      const end = start + (short < 126 ? short : frames.readUInt16BE(2));
      if (frames.length < end) break;
      this.#onMessage(frames.toString('latin1', start, end));
      frames = frames.subarray(end);
    }
    this.#rest = frames;
  }

  #onMessage(message: string): void {
    if (awaited !== '' && message.startsWith(awaited)) {
      this.receivedAt = clock();
      missing -= 1;
      if (missing === 0) endRound();
      return;
    }
    if (message === '2') {
      this.#send('3');
      return;
    }
    const [next, ...later] = this.#dialogue;
    if (!next || !message.startsWith(next.receive)) return;
    this.#dialogue = later;
    if (next.reply !== undefined) this.#send(next.reply);
    if (later.length === 0) this.#isIn();
  }

  /** Clients must mask their frames; this mask is zero. */
  #send(message: string): void {
    const text = Buffer.from(message);
    this.#line.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
  }
}

/** The machine's clock, so that times of two processes are comparable. */
function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function endRound(): void {
  awaited = '';
  report({ at: sockets.map(({ receivedAt }) => receivedAt) });
}

async function openOne({ port, path, address, dialogue }: Extract<Order, { open: number }>): Promise<void> {
  const line = connect({ port, host: '127.0.0.1', localAddress: address, noDelay: true });
  await once(line, 'connect');
  const socket = new CrowdSocket(line, dialogue);
  sockets.push(socket);
  await socket.open(path);
}

async function carryOut(order: Order): Promise<void> {
  if ('open' in order) {
    for (let opened = 0; opened < order.open; opened += concurrency)
      await Promise.all(
        Array.from({ length: Math.min(concurrency, order.open - opened) }, () => openOne(order)),
      );
    report({ opened: sockets.length });
  } else if ('await' in order) {
    awaited = order.await;
    missing = sockets.length;
    report({ awaiting: true });
  } else {
    report({ opened: sockets.length });
  }
}

function report(what: Reply): void {
  process.send?.(what);
}

process.on('message', (order: Order) => {
  carryOut(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
