import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../database/database-options.js';

const socketName = '.s.PGSQL.5432';

/** The line between a studio and its database, to be cut and mended. */
export class DatabaseLine {
  readonly #dir = mkdtempSync(join(tmpdir(), 'line-'));
  readonly #ends = new Set<Socket>();
  #server: Server | null = null;
  #listen: () => Server = () => createServer();

  /** Puts the line before a database. @returns where the studio finds it now. */
  readonly reach = async (location: DatabaseLocation): Promise<DatabaseLocation> => {
    if ('socketDir' in location) {
      const path = join(this.#dir, socketName);
      this.#listen = () => this.#relay(() => connect(join(location.socketDir, socketName))).listen(path);
      await this.mend();
      return { socketDir: this.#dir };
    }
    const url = new URL(location.url);
    const [host, port] = [url.hostname, Number(url.port || 5432)];
    let own = 0;
    this.#listen = () => this.#relay(() => connect(port, host)).listen(own, '127.0.0.1');
    await this.mend();
    own = this.#server ? (this.#server.address() as AddressInfo).port : 0;
    url.host = `127.0.0.1:${own}`;
    return { url: url.href };
  };

  /** Ends every connection; no new one is taken. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.close();
    for (const end of this.#ends) end.destroy();
    await once(server, 'close');
  }

  async mend(): Promise<void> {
    this.#server = this.#listen();
    await once(this.#server, 'listening');
  }

  async remove(): Promise<void> {
    await this.cut();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #relay(open: () => Socket): Server {
    return createServer((near) => {
      const far = open();
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#ends.add(one);
        one
          .on('error', () => other.destroy())
          .on('close', () => {
            this.#ends.delete(one);
            other.destroy();
          });
        one.pipe(other);
      }
    });
  }
}
