import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from './network/ports.ts';
import { postgresPrograms, provisionOwnPostgres, unprivilegedAccount } from './postgres.ts';

const scripts = fileURLToPath(new URL('../../infra/postgres', import.meta.url));
const refusal = provisionOwnPostgres();
if (refusal) console.warn(`PostgreSQL cannot run here: ${refusal}.`);

/** As `infra/compose.yml` starts it, but for places. */
const settings = [
  'archive_mode=on',
  'archive_timeout=300',
  `archive_command='sh $FOLDER/postgres/archive.sh %p %f'`,
];

const steps = `
set -eu
start() { pg_ctl -D "$1" -w -l "$1.log" -o "-p $PGPORT -k $PGHOST -c listen_addresses= $2" start >/dev/null; }
run() { psql -U studio -qAtc "$1" postgres; }
mkdir -p "$ARCHIVE/wal" "$ARCHIVE/base"
initdb -D data -U studio -A trust --no-sync >/dev/null
start data "${settings.map((setting) => `-c ${setting}`).join(' ')}"
run 'create table saves (n int)'
run 'insert into saves values (1)'
sh postgres/base-backup.sh
run 'insert into saves values (2)'
moment=$(date -u -d '+1 second' '+%Y-%m-%d %H:%M:%S UTC')
while [ "$(date +%s)" -le "$(date -d "$moment" +%s)" ]; do sleep 0.1; done
run 'delete from saves'
run 'select pg_switch_wal()' >/dev/null
until [ "$(run 'select last_archived_wal = pg_walfile_name(pg_current_wal_lsn() - 1) or archived_count > 2 from pg_stat_archiver')" = t ]; do sleep 0.1; done
pg_ctl -D data -m immediate stop >/dev/null
rm -r data
sh postgres/restore-to.sh "$moment" "$FOLDER/back"
start back ''
until [ "$(run 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
run 'select n from saves order by n'
run 'insert into saves values (3)'
pg_ctl -D back -m immediate stop >/dev/null
sh postgres/restore-to.sh '2001-01-01 00:00:00 UTC' "$FOLDER/early" || echo refused
sh postgres/restore-to.sh "$moment" "$FOLDER/back" || echo refused
`;

(refusal ? describe.skip : describe)('the archive of PostgreSQL’s log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-archive-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('brings everything back as it was at a moment, also what was deleted since, from a base backup before it', async () => {
    cpSync(scripts, join(folder, 'postgres'), { recursive: true });
    const account = unprivilegedAccount();
    if (account) chownSync(folder, account.uid, account.gid);
    const ran = spawnSync('bash', ['-c', steps], {
      ...account,
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${dirname(postgresPrograms()?.initdb ?? '')}:${process.env['PATH']}`,
        FOLDER: folder,
        ARCHIVE: join(folder, 'archive'),
        PGHOST: folder,
        PGPORT: String(await freePort()),
      },
    });
    expect(ran).toMatchObject({ status: 0 });
    expect(ran.stdout.trim().split('\n').slice(1)).toEqual(['1', '2', 'refused', 'refused']);
    expect(ran.stderr).toContain('There is no base backup from before 2001-01-01 00:00:00 UTC.');
    expect(ran.stderr).toContain('is not empty.');
  }, 60_000);
});
