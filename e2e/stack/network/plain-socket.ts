/**
 * A socket as it is on the wire (Engine.IO 4, Socket.IO 5), for hundreds at once. It comes back by itself, some time
 * within a second after it was closed.
 */
export class PlainSocket {
  /** Resolves when it is let in for the first time. @throws where it is not. */
  readonly opened: Promise<void>;
  /** When it was closed by the other side, in ms of `performance.now()`. */
  readonly closings: number[] = [];
  readonly #address: string;
  #socket: WebSocket;
  #isOpen = false;
  #ended = false;
  #open: () => void;

  constructor(address: string) {
    this.#address = address;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.opened = promise;
    this.#open = resolve;
    this.#socket = this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  end(): void {
    this.#ended = true;
    this.#socket.close();
  }

  #connect(): WebSocket {
    const url = new URL('/socket.io/?EIO=4&transport=websocket', this.#address);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    socket.addEventListener('message', ({ data }) => this.#hear(socket, String(data)));
    socket.addEventListener('close', () => this.#closed());
    return socket;
  }

  /** `0` opens the line, `40` lets in, `2` is a ping. */
  #hear(socket: WebSocket, message: string): void {
    if (message.startsWith('0')) socket.send('40');
    else if (message === '2') socket.send('3');
    else if (message.startsWith('40')) {
      this.#isOpen = true;
      this.#open();
    }
  }

  #closed(): void {
    if (this.#ended) return;
    if (this.#isOpen) this.closings.push(performance.now());
    this.#isOpen = false;
    setTimeout(() => {
      if (!this.#ended) this.#socket = this.#connect();
    }, Math.random() * 1_000);
  }
}
