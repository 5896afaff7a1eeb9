import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ServerProxy } from '../../test/support/faults/server-proxy.js';
import {
  asStranger,
  type FreshDatabase,
  freshDatabase,
  runOn,
} from '../../test/support/studio/fresh-database.js';
import { startTestStudio } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import type { Config } from '../config/config.js';
import { ConfigError, readConfig } from '../config/read-config.js';
import { configErrorFromSystem } from '../config/unusable-settings.js';
import { startStudio } from '../start-studio.js';
import { openDatabase, openStartedDatabase } from './open-database.js';

const url = process.env['DATABASE_URL'];
const describeOnPostgres = url ? describe : describe.skip;

it('an address that names a file which is not there is reported in one line', async () => {
  const databaseUrl = 'postgresql://studio:secret@127.0.0.1:1/studio?sslrootcert=/missing.pem';
  const opening = openDatabase({ databaseUrl } as Config);
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow(
    /^DATABASE_URL: expected .*'\/missing.pem'\), got an invalid value\.$/,
  );
});

/** What PgBouncer answers to settings of a connection that it does not know. */
function refusalOf(parameter: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

it('a pooler that does not take the settings of our connections is reported in one line', async () => {
  const pooler = createServer((socket) => {
    socket.once('data', (startup) => {
      if (startup.includes('statement_timeout')) socket.end(refusalOf('statement_timeout'));
      else socket.destroy();
    });
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const { port } = pooler.address() as AddressInfo;
  const opening = openDatabase({ databaseUrl: `postgresql://studio@127.0.0.1:${port}/studio` } as Config);
  await expect(opening).rejects.toThrow(
    'DATABASE_URL: expected an address at which PostgreSQL lets the studio in (it says: unsupported startup parameter: statement_timeout), got',
  );
  pooler.close();
});

it('the embedded database is reached whatever the variables of another PostgreSQL say', async () => {
  const others = { PGPORT: '1', PGSSLMODE: 'require', PGOPTIONS: '-c search_path=elsewhere' };
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-embedded-'));
  Object.assign(process.env, others);
  try {
    const config = await readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir });
    const studio = await startStudio(config, await openDatabase(config), () => undefined);
    await studio.close();
    const started = await openStartedDatabase(config);
    expect(started).not.toBeNull();
    await started?.close();
  } finally {
    for (const name of Object.keys(others)) delete process.env[name];
    rmSync(dataDir, { recursive: true });
  }
});

describeOnPostgres('PostgreSQL at a start', () => {
  const line = new ServerProxy();
  let through: string;
  beforeEach(async () => {
    through = await line.toPort(url ?? '', 5_432);
  });
  afterEach(() => line.cut());

  it('is waited for where it is not there yet', async () => {
    await line.cut();
    const written = mock.method(process.stderr, 'write', () => true);
    const opening = openDatabase({ databaseUrl: through } as Config);
    await until(() => written.mock.callCount() > 0);
    expect(written.mock.calls.map((call) => call.arguments)).toEqual([
      [expect.stringMatching(/^Waiting up to 30 s for PostgreSQL .*ECONNREFUSED/)],
    ]);
    written.mock.restore();
    await line.restore();
    await opening;
  });

  it('that refuses the connection is reported at once', async () => {
    const stranger = new URL(through);
    stranger.username = 'stranger';
    await expect(openDatabase({ databaseUrl: stranger.href } as Config)).rejects.toThrow(ConfigError);
  });

  it.each(['LATIN1', 'SQL_ASCII'])('is reported where its database is in %s', async (encoding) => {
    const origin = `template0 encoding '${encoding}' lc_collate "C" lc_ctype "C"`;
    const database = await freshDatabase(url ?? '', origin);
    try {
      const opening = openDatabase({ databaseUrl: database.url } as Config);
      await expect(opening).rejects.toThrow(ConfigError);
      await expect(opening).rejects.toThrow(
        `DATABASE_URL: expected a database in UTF8 (createdb --encoding UTF8 --locale C.UTF-8 --template template0), not in ${encoding}, got`,
      );
    } finally {
      await database.drop();
    }
  });

  /** What the operator reads of a start that this database refuses. */
  async function refusalOfStart(databaseUrl: string): Promise<string | undefined> {
    const config = await readConfig({ NODE_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl });
    const error: Error = await startStudio(config, await openDatabase(config), () => undefined).then(
      () => new Error('it started'),
      (refusal: Error) => refusal,
    );
    return configErrorFromSystem(error, config)?.message;
  }

  it('whose role may create nothing is reported in one line', async () => {
    await asStranger(url ?? '', async (stranger) => {
      expect(await refusalOfStart(stranger)).toMatch(
        /^DATABASE_URL: expected a database in which its role may create tables and the extension pg_trgm \(it says: .*permission denied for schema public\), got an invalid value\.$/,
      );
    });
  });

  it('that takes no changes, as a standby, is reported in one line', async () => {
    const database = await freshDatabase(url ?? '');
    try {
      await runOn(database.url, `alter database ${database.name} set default_transaction_read_only = on`);
      expect(await refusalOfStart(database.url)).toMatch(
        /^DATABASE_URL: expected a database in which .* \(it says: .*in a read-only transaction\), got an invalid value\.$/,
      );
    } finally {
      await database.drop();
    }
  });

  it('is used where its locale knows no letters but those of ASCII, with a warning', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const warningsOn = async ({ url: databaseUrl }: FreshDatabase) => {
      warned.mockClear();
      const studio = await startTestStudio({ DATABASE_URL: databaseUrl });
      await studio.stop();
      return warned.mock.calls.map(([message]) => String(message)).filter((one) => one.includes('locale'));
    };
    const ofC = `template0 encoding 'UTF8' lc_collate "C" lc_ctype "C"`;
    const [plain, usual] = [await freshDatabase(url ?? '', ofC), await freshDatabase(url ?? '')];
    try {
      expect(await warningsOn(plain)).toEqual([expect.stringMatching(/a search for them finds them in one/)]);
      expect(await warningsOn(usual)).toEqual([]);
    } finally {
      warned.mockRestore();
      for (const database of [plain, usual]) await database.drop();
    }
  });
});
