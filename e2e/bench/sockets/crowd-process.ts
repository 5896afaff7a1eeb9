import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Thousands of sockets in a process of their own: WebSocket frames over plain connections, because a client library
 * would cost more than the server that is measured. It does what its parent tells it, see `crowd.ts`.
 */

/** How a socket gets in: what it waits for, by its beginning, and what it says then; in this order. */
export type Dialogue = readonly { heard: string; says?: string }[];

export type Order =
  | { open: number; port: number; path: string; address: string; dialogue: Dialogue }
  /** Notes when each socket is next told something that begins so. */
  | { await: string }
  | { count: true };

/** `at`: for each socket in the order of opening, ms of the machine's monotonic clock. */
export type Reply = { opened: number } | { awaiting: true } | { at: number[] };

const atOnce = 50;
const sockets: CrowdSocket[] = [];
let awaited = '';
let missing = 0;

class CrowdSocket {
  toldAt = 0;
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
    const answer = await this.#handshake();
    if (!answer.startsWith('HTTP/1.1 101')) throw new Error(`A socket was refused: ${answer}`);
    this.#line.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#line.once('close', () => {
      sockets.splice(sockets.indexOf(this), 1);
    });
    if (this.#dialogue.length === 0) return;
    this.#read(Buffer.alloc(0));
    await promise;
  }

  /** The head of the answer; what came with it is kept. */
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
      this.#hear(frames.toString('latin1', start, end));
      frames = frames.subarray(end);
    }
    this.#rest = frames;
  }

  #hear(message: string): void {
    if (awaited !== '' && message.startsWith(awaited)) {
      this.toldAt = clock();
      missing -= 1;
      if (missing === 0) endRound();
      return;
    }
    if (message === '2') {
      this.#say('3');
      return;
    }
    const [next, ...later] = this.#dialogue;
    if (!next || !message.startsWith(next.heard)) return;
    this.#dialogue = later;
    if (next.says !== undefined) this.#say(next.says);
    if (later.length === 0) this.#isIn();
  }

  /** Masked with zeros, as a client's frames must be. */
  #say(message: string): void {
    const text = Buffer.from(message);
    this.#line.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
  }
}

/** Of the machine, so that two processes can be compared. */
function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function endRound(): void {
  awaited = '';
  reply({ at: sockets.map(({ toldAt }) => toldAt) });
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
    for (let opened = 0; opened < order.open; opened += atOnce)
      await Promise.all(Array.from({ length: Math.min(atOnce, order.open - opened) }, () => openOne(order)));
    reply({ opened: sockets.length });
  } else if ('await' in order) {
    awaited = order.await;
    missing = sockets.length;
    reply({ awaiting: true });
  } else {
    reply({ opened: sockets.length });
  }
}

function reply(what: Reply): void {
  process.send?.(what);
}

process.on('message', (order: Order) => {
  carryOut(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
