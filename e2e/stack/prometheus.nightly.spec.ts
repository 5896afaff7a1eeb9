import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetRoutes } from '@studio/contract/http/assets';
import {
  provisionExporters,
  startBlackboxExporter,
  startNodeExporter,
  startPostgresExporter,
  startRedisExporter,
} from './exporters.ts';
import { PlainSocket } from './network/plain-socket.ts';
import { makeOffsiteMachine, provisionRestic } from './offsite.ts';
import { type PostgresServer, postgresPrograms, provisionOwnPostgres, startOwnPostgres } from './postgres.ts';
import { type Prometheus, provisionPrometheus, startPrometheus, testAlerts } from './prometheus.ts';
import { provisionProxy, startProxy } from './proxy.ts';
import { provisionOwnRedis, startOwnRedis } from './redis.ts';
import { startStudio } from './studio.ts';
import { Writer } from './writer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const token = 'what-prometheus-bears-in-a-test';
const timeoutMs = 180_000;

const refusal =
  provisionPrometheus() ??
  provisionExporters() ??
  provisionOwnPostgres() ??
  provisionOwnRedis() ??
  provisionRestic() ??
  provisionProxy();
if (refusal) console.warn(`Prometheus cannot run here: ${refusal}.`);

(refusal ? describe.skip : describe)('Prometheus, with the settings of infra/', () => {
  const stops: (() => unknown)[] = [];
  let prometheus: Prometheus;
  let postgres: PostgresServer;
  let writer: Writer;

  /** A studio with its database, proxy and a backup, in which every metric has had a first event. */
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    stops.push(postgres.stop);
    const volumes = mkdtempSync(join(tmpdir(), 'studio-volumes-'));
    stops.push(() => rmSync(volumes, { recursive: true }));
    const [backups, archive] = ['backups', 'archive'].map((name) => join(volumes, name)) as [string, string];
    const variables = {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(volumes, 'data'),
      METRICS_TOKEN: token,
    };
    const studio = await startStudio(variables);
    stops.push(studio.dispose);

    const redis = await startOwnRedis();
    stops.push(redis.stop);
    const exporters = await Promise.all([
      startNodeExporter({ volumes }),
      startPostgresExporter(postgres.url),
      startRedisExporter(redis.url),
      startBlackboxExporter(),
    ]);
    for (const { stop } of exporters) stops.push(stop);
    const [disks, database, sessions, probe] = exporters.map(({ target }) => target) as [
      string,
      string,
      string,
      string,
    ];
    const env = { PATH: process.env['PATH'], BACKUPS: backups, ...variables };
    execFileSync(join(root, 'infra/studio/backup.sh'), { cwd: root, env, stdio: 'pipe' });
    const copier = makeOffsiteMachine(
      { OFFSITE_REPOSITORY: join(volumes, 'place'), BACKUPS: backups, ARCHIVE: archive },
      { password: 'x' },
    );
    stops.push(copier.remove);
    expect(copier.run('copy')).toMatchObject({ status: 0 });
    const { hostname: PGHOST, port: PGPORT } = new URL(postgres.url);
    const programs = dirname(realpathSync(postgresPrograms()?.initdb ?? ''));
    for (const name of ['base', 'wal']) mkdirSync(join(archive, name), { recursive: true });
    execFileSync('sh', [join(root, 'infra/postgres/base-backup.sh')], {
      env: { PATH: `${programs}:${process.env['PATH']}`, ARCHIVE: archive, PGHOST, PGPORT },
      stdio: 'pipe',
    });
    expect(copier.run('archive', 'copy')).toMatchObject({ status: 0 });
    expect(readdirSync(backups)).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT/));

    const address = new URL(studio.url);
    const [app, sandbox] = [address, new URL(studio.sandboxUrl('x'))].map(({ port }) => Number(port));
    const proxy = await startProxy({ replicas: [{ app: app ?? 0, sandbox: sandbox ?? 0 }] });
    stops.push(proxy.stop);
    const targets = {
      'app:3000': address.host,
      'proxy:8404': new URL(proxy.statusUrl).host,
      'proxy:8443': new URL(proxy.url).host,
      'node-exporter:9100': disks,
      'postgres-exporter:9187': database,
      'redis-exporter:9121': sessions,
      'blackbox-exporter:9115': probe,
    };
    prometheus = await startPrometheus({ targets, token });
    stops.push(prometheus.stop);

    writer = await Writer.start(studio.url, 'measured');
    expect(await writer.save()).toBe(200);
    const file = new FormData();
    file.append('file', new Blob(['a file']), 'a.txt');
    const upload = { method: 'POST', headers: { Authorization: `Bearer ${writer.token}` }, body: file };
    expect((await fetch(`${studio.url}/api${assetRoutes.uploadAsset.path}`, upload)).status).toBe(201);
    const socket = new PlainSocket(studio.url);
    stops.push(() => socket.end());
    await socket.opened;
  }, timeoutMs);

  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  it('lets each alert fire when it should, and not otherwise', () => {
    testAlerts();
    const read = (name: string) => readFileSync(`${root}/infra/prometheus/${name}.yml`, 'utf8');
    const alerts = [...read('alerts').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const tests = ['alerts', 'backups', 'backup-drill'].map((name) => read(`${name}.test`)).join('');
    for (const name of alerts) {
      expect(tests).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n`));
      expect(tests).toMatch(new RegExp(`alertname: ${name} }`));
    }
  });

  it(
    'has an answer for each panel of the dashboard and each alert, from what the studio, its proxy, its disks and its backups say',
    async () => {
      const waiting = new Set([...panelExpressions(), ...(await alertExpressions())]);
      const deadline = Date.now() + timeoutMs / 3;
      const ask = async () => {
        for (const expression of waiting)
          if ((await prometheus.query(expression)).length > 0) waiting.delete(expression);
        await pause(100);
      };
      // First wait for PostgreSQL's own metrics, then kill it and wait for the metrics of failed saves.
      const ofPostgres = () => [...waiting].some((expression) => expression.includes('pg_'));
      while (ofPostgres() && Date.now() < deadline) await ask();
      postgres.kill();
      while (waiting.size > 0 && Date.now() < deadline) {
        expect(await writer.save()).toBe(503);
        await ask();
      }
      expect([...waiting]).toEqual([]);
      for (const { name, health } of await prometheus.alerts()) expect([name, health]).toEqual([name, 'ok']);
    },
    timeoutMs,
  );

  /** The expressions of the alerts without their thresholds. */
  async function alertExpressions(): Promise<string[]> {
    const alerts = await prometheus.alerts();
    expect(alerts.length).toBeGreaterThan(5);
    return alerts.map(({ query }) =>
      query.replace(/ [<>=]=? [^<>=]+$/, '').replace(/^absent\((.*)\)$/, '$1'),
    );
  }
});

interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

function panelExpressions(): string[] {
  const dashboard = JSON.parse(readFileSync(`${root}/infra/grafana/studio.json`, 'utf8')) as Dashboard;
  return dashboard.panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  );
}
