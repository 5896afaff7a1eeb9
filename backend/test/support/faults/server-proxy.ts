import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a studio and another server, which can be cut and restored, stalled and resumed. */
export class ServerProxy {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #server: Server | null = null;
  #open: () => Socket = () => connect(0);
  #listen: (server: Server) => Server = (server) => server;
  #stalled = false;
  /** How many connections were opened so far. */
  opened = 0;

  /** Starts the proxy for a server, by TCP. @returns the address of the proxy, in the form of the server's. */
  async toPort(address: string, usualPort: number): Promise<string> {
    const url = new URL(address);
    const [host, port] = [url.hostname, Number(url.port || usualPort)];
    let own = 0;
    await this.open(
      () => connect(port, host),
      (server) => server.listen(own, '127.0.0.1'),
    );
    own = this.#server ? (this.#server.address() as AddressInfo).port : 0;
    url.host = `127.0.0.1:${own}`;
    return url.href;
  }

  /** Starts the proxy. `listen` makes it listen, and `open` connects to the server. */
  async open(open: () => Socket, listen: (server: Server) => Server): Promise<void> {
    this.#open = open;
    this.#listen = listen;
    await this.restore();
  }

  /** The bytes received from the server on the present connections. */
  get bytes(): number {
    return [...this.#pairs].reduce((sum, [, far]) => sum + far.bytesRead, 0);
  }

  /** Closes all connections, and accepts no new ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.close();
    for (const [near] of this.#pairs) near.destroy();
    await once(server, 'close');
  }

  async restore(): Promise<void> {
    this.#server = this.#listen(createServer((near) => this.#relay(near)));
    await once(this.#server, 'listening');
  }

  /** Keeps connections and accepts new ones, but passes nothing on, like a server that was stopped by SIGSTOP. */
  stall(): void {
    this.#stalled = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /** Passes on the retained bytes and all later ones. */
  resume(): void {
    this.#stalled = false;
    for (const [near, far] of this.#pairs) near.pipe(far).pipe(near);
  }

  #relay(near: Socket): void {
    this.opened += 1;
    const far = this.#open();
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const end of pair) {
      end
        .on('error', () => undefined)
        .on('close', () => {
          this.#pairs.delete(pair);
          near.destroy();
          far.destroy();
        });
    }
    if (!this.#stalled) near.pipe(far).pipe(near);
  }
}
