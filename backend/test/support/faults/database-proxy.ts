import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../../src/database/database-options.js';
import { ServerProxy } from './server-proxy.js';

const socketName = '.s.PGSQL.5432';

/** A proxy between a studio and its database. */
export class DatabaseProxy extends ServerProxy {
  readonly #dir = mkdtempSync(join(tmpdir(), 'line-'));

  /** Puts the proxy in front of a database. @returns the location for the studio. */
  readonly reach = async (location: DatabaseLocation): Promise<DatabaseLocation> => {
    if ('url' in location) return { url: await this.toPort(location.url, 5_432) };
    await this.open(
      () => connect(join(location.socketDir, socketName)),
      (server) => server.listen(join(this.#dir, socketName)),
    );
    return { socketDir: this.#dir };
  };

  async remove(): Promise<void> {
    await this.cut();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
