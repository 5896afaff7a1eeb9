import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The line between a studio and another server, to be cut and mended, stalled and resumed. */
export class ServerProxy {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #server: Server | null = null;
  #open: () => Socket = () => connect(0);
  #listen: (server: Server) => Server = (server) => server;
  #stalled = false;

  /** Lays it to a server by TCP. @returns the server's address at this end of the line. */
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

  /** Lays it from where `listen` listens to what `open` opens. */
  async open(open: () => Socket, listen: (server: Server) => Server): Promise<void> {
    this.#open = open;
    this.#listen = listen;
    await this.restore();
  }

  /** How much has come from the other server by the connections that there are. */
  get bytes(): number {
    return [...this.#pairs].reduce((sum, [, far]) => sum + far.bytesRead, 0);
  }

  /** Ends every connection; no new one is taken. */
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

  /** Connections stay, and new ones are taken; nothing goes through. Like a server that was stopped by SIGSTOP. */
  stall(): void {
    this.#stalled = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /** Lets through what has been kept back, and what comes. */
  resume(): void {
    this.#stalled = false;
    for (const [near, far] of this.#pairs) near.pipe(far).pipe(near);
  }

  #relay(near: Socket): void {
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
