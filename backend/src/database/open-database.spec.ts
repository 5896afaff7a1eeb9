import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerProxy } from '../../test/support/faults/server-proxy.js';
import { freshDatabase } from '../../test/support/studio/fresh-database.js';
import { until } from '../../test/support/until.js';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/read-config.js';
import { openDatabase } from './open-database.js';

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
        `DATABASE_URL: expected a database in UTF8 (createdb --encoding UTF8 --template template0), not in ${encoding}, got`,
      );
    } finally {
      await database.drop();
    }
  });
});
