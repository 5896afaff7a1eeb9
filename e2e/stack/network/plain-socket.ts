/**
 * A minimal client of Engine.IO 4 and Socket.IO 5, cheap enough for hundreds at once. It reconnects at a random moment
 * within a second after the server has closed it.
 */
export class PlainSocket {
  /** Resolves when the server has accepted it for the first time. */
  readonly opened: Promise<void>;
  /** When the server closed it, in ms of `performance.now()`. */
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
    socket.addEventListener('message', ({ data }) => this.#onMessage(socket, String(data)));
    socket.addEventListener('close', () => this.#closed());
    return socket;
  }

  /** `0` opens the Engine.IO session, `40` confirms the namespace, `2` is a ping. */
  #onMessage(socket: WebSocket, message: string): void {
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
