import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../backend/test/support/free-port.ts';
import { postgresPrograms, provisionOwnPostgres, unprivilegedAccount } from './postgres.ts';

const scripts = fileURLToPath(new URL('../../infra/postgres', import.meta.url));
const refusal = provisionOwnPostgres();
if (refusal) console.warn(`PostgreSQL cannot run here: ${refusal}.`);

/** The settings in `infra/compose.yml`, with other paths. */
const settings = [
  'max_connections=600',
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
settings="${settings.map((setting) => `-c ${setting}`).join(' ')}"
start data "$settings"
run 'create table saves (n int)'
run 'insert into saves values (1)'
sh postgres/base-backup.sh
grep -q '^studio_base_backup_last_success_timestamp_seconds [0-9]' "$ARCHIVE/metrics/base_backup.prom"
# One that was renamed counts for nothing, and stays.
mkdir "$ARCHIVE/base/2000-01-01T00-00-00-renamed"
run 'insert into saves values (2)'
pass_moment() {
  passed=$(date -u -d '+1 second' '+%Y-%m-%d %H:%M:%S UTC')
  while [ "$(date +%s)" -le "$(date -d "$passed" +%s)" ]; do sleep 0.1; done
}
delete_later() {
  pass_moment
  moment=$passed
  run 'delete from saves'
  pass_moment
  run 'insert into saves values (0)'
  segment=$(run 'select pg_walfile_name(pg_switch_wal())')
  until [ -e "$ARCHIVE/wal/$segment" ]; do sleep 0.1; done
  pg_ctl -D "$1" -m immediate stop >/dev/null
  rm -r "$1"
}
delete_later data
later=$passed
sh postgres/restore-to.sh "$moment" "$FOLDER/back"
start back ''
until [ "$(run 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
run 'select n from saves order by n'
run 'insert into saves values (3)'
pg_ctl -D back stop >/dev/null
# It goes on in place of the other, and is brought back once more.
start back "$settings"
sh postgres/base-backup.sh
run 'insert into saves values (4)'
delete_later back
sh postgres/restore-to.sh "$moment" "$FOLDER/back"
start back ''
until [ "$(run 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
run 'select string_agg(n::text, $$ $$ order by n) from saves'
pg_ctl -D back -m immediate stop >/dev/null
# Brought back to a later moment than the first time, it goes on in a timeline that the archive does not have yet.
sh postgres/restore-to.sh "$later" "$FOLDER/again"
start again ''
until [ "$(run 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
run 'select count(*) from saves'
run 'select left(pg_walfile_name(pg_current_wal_lsn()), 8)'
pg_ctl -D again -m immediate stop >/dev/null
sh postgres/restore-to.sh '2001-01-01 00:00:00 UTC' "$FOLDER/early" || echo refused
sh postgres/restore-to.sh "$moment" "$FOLDER/back" || echo refused
ls "$ARCHIVE/base" | grep renamed
`;

/** The data folder is lost; nobody knows the moment of the last entry that is archived. */
const lostSteps = `
set -eu
start() { pg_ctl -D "$1" -w -l "$1.log" -o "-p $PGPORT -k $PGHOST -c listen_addresses= $2" start >/dev/null; }
run() { psql -U studio -qAtc "$1" postgres; }
mkdir -p "$ARCHIVE/wal" "$ARCHIVE/base"
initdb -D data -U studio -A trust --no-sync >/dev/null
start data "${settings.map((setting) => `-c ${setting}`).join(' ')}"
run 'create table saves (n int)'
# As of a server that was brought back once.
echo "recovery_target_time = '2001-01-01 00:00:00+00'" >> data/postgresql.auto.conf
sh postgres/base-backup.sh
run 'insert into saves values (1)'
segment=$(run 'select pg_walfile_name(pg_switch_wal())')
until [ -e "$ARCHIVE/wal/$segment" ]; do sleep 0.1; done
pg_ctl -D data -m immediate stop >/dev/null
rm -r data
sh postgres/restore-to.sh 'tomorrow' "$FOLDER/guessed"
start guessed '' || true
until grep -o 'recovery ended before configured recovery target was reached' guessed.log; do sleep 0.1; done
until [ ! -e guessed/postmaster.pid ]; do sleep 0.1; done
sh postgres/restore-to.sh latest "$FOLDER/back"
start back ''
until [ "$(run 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
run 'select n from saves'
pg_ctl -D back -m immediate stop >/dev/null
rm -r "$ARCHIVE"/base/2*
sh postgres/restore-to.sh latest "$FOLDER/none" || echo refused
`;

/** A base backup cannot restore a moment before its end, and an altered one cannot be restored at all. */
const spoiltSteps = `
set -eu
mkdir programs
cat > programs/pg_basebackup <<'END'
#!/bin/sh
during=$(date -u '+%Y-%m-%d %H:%M:%S UTC')
echo "$during" > during
while [ "$(date +%s)" -le "$(date -d "$during" +%s)" ]; do sleep 0.1; done
PATH=\${PATH#*:} exec pg_basebackup "$@"
END
chmod +x programs/pg_basebackup
mkdir -p "$ARCHIVE/wal" "$ARCHIVE/base"
initdb -D data -U studio -A trust --no-sync >/dev/null
pg_ctl -D data -w -l data.log -o "-p $PGPORT -k $PGHOST -c listen_addresses=" start >/dev/null
PATH="$FOLDER/programs:$PATH" sh postgres/base-backup.sh
pg_ctl -D data -m immediate stop >/dev/null
sh postgres/restore-to.sh "$(cat during)" "$FOLDER/back" || echo refused
sh postgres/restore-to.sh 'tomorrow' "$FOLDER/whole"
altered=$(ls -d "$ARCHIVE"/base/2*)/base/1/pg_filenode.map
cp "$altered" whole.map && printf x >> "$altered"
sh postgres/restore-to.sh 'tomorrow' "$FOLDER/altered" || echo refused
cp whole.map "$altered" && truncate -s -1 "$altered"
sh postgres/restore-to.sh 'tomorrow' "$FOLDER/altered" || echo refused
echo 'earlier' > "$ARCHIVE/metrics/base_backup.prom"
sh postgres/base-backup.sh 2>/dev/null || cat "$ARCHIVE/metrics/base_backup.prom"
`;

(refusal ? describe.skip : describe)('the archive of PostgreSQL’s log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-archive-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a script in a new folder with the scripts of `infra/postgres`. */
  async function run(name: string, script: string): Promise<SpawnSyncReturns<string>> {
    const here = join(folder, name);
    cpSync(scripts, join(here, 'postgres'), { recursive: true });
    const account = unprivilegedAccount();
    if (account) for (const path of [folder, here]) chownSync(path, account.uid, account.gid);
    return spawnSync('bash', ['-c', script], {
      ...account,
      cwd: here,
      encoding: 'utf8',
      env: {
        PATH: `${dirname(realpathSync(postgresPrograms()?.initdb ?? ''))}:${process.env['PATH']}`,
        FOLDER: here,
        ARCHIVE: join(here, 'archive'),
        PGHOST: here,
        PGPORT: String(await freePort()),
      },
    });
  }

  it('brings everything back as it was at a moment, also what was deleted since, from a base backup before it', async () => {
    const ran = await run('moment', steps);
    expect(ran).toMatchObject({ status: 0 });
    const lines = ran.stdout.split('\n').filter((line) => line && !line.includes('has the base backup of'));
    const renamed = '2000-01-01T00-00-00-renamed';
    expect(lines).toEqual(['1', '2', '1 2 3 4', '0', '00000003', 'refused', 'refused', renamed]);
    expect(ran.stderr).toContain('There is no base backup from before 2001-01-01 00:00:00 UTC.');
    expect(ran.stderr).toContain('is not empty.');
  }, 60_000);

  it('brings back all that it has where the server is lost, without a moment that would have to be guessed', async () => {
    const ran = await run('lost', lostSteps);
    expect(ran).toMatchObject({ status: 0, stderr: expect.stringContaining('There is no base backup.\n') });
    const lines = ran.stdout.split('\n').filter((line) => line && !line.includes('has the base backup of'));
    expect(lines).toEqual(['recovery ended before configured recovery target was reached', '1', 'refused']);
  }, 60_000);

  it('refuses a base backup that ended later or is damaged, and one that fails counts as none', async () => {
    const ran = await run('spoilt', spoiltSteps);
    expect(ran).toMatchObject({ status: 0 });
    const lines = ran.stdout.trim().split('\n').slice(-5);
    expect(lines).toEqual([
      'refused',
      expect.stringContaining('has the base backup of'),
      'refused',
      'refused',
      'earlier',
    ]);
    expect(ran.stderr).toMatch(
      /There is no base backup from before.*[^]*pg_filenode\.map.*[^]*pg_filenode\.map/,
    );
  }, 60_000);
});
