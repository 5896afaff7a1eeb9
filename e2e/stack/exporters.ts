import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../backend/test/support/free-port.ts';
import { findProgram, installMissing } from './installed.ts';

const infra = fileURLToPath(new URL('../../infra', import.meta.url));
const readyWithinMs = 20_000;
/** The Debian packages, and programs of the same name, of the services in `infra/` around Prometheus. */
const programs = [
  'prometheus-node-exporter',
  'prometheus-postgres-exporter',
  'prometheus-redis-exporter',
  'prometheus-blackbox-exporter',
  'prometheus-alertmanager',
] as const;

/** A server on this machine. `target`: its `host:port`. */
export interface RunningServer {
  target: string;
  stop(): Promise<void>;
}

/** Installs the exporters and Alertmanager if they are missing. @returns why that failed, or undefined */
export function provisionExporters(): string | undefined {
  const missing = programs.filter((name) => !findProgram([name]));
  return installMissing(() => missing.find((name) => !findProgram([name])), ...missing);
}

/** The exporter of disk metrics. It also exports what backups write into the folders `metrics` of their volumes. */
export function startNodeExporter({ volumes }: { volumes: string }): Promise<RunningServer> {
  mkdirSync(join(volumes, 'backups/metrics'), { recursive: true });
  const collectors = [
    'disable-defaults',
    'filesystem',
    'textfile',
    `textfile.directory=${volumes}/*/metrics`,
  ];
  return startExporter(
    'prometheus-node-exporter',
    collectors.map((flag) => `--collector.${flag}`),
  );
}

export function startPostgresExporter(url: string): Promise<RunningServer> {
  const { host, pathname, username } = new URL(url);
  const env = {
    DATA_SOURCE_URI: `${host}${pathname}?sslmode=disable`,
    DATA_SOURCE_USER: username,
    DATA_SOURCE_PASS: 'none',
  };
  return startExporter('prometheus-postgres-exporter', [], env);
}

export function startRedisExporter(url: string): Promise<RunningServer> {
  return startExporter('prometheus-redis-exporter', [`--redis.addr=${url}`]);
}

export function startBlackboxExporter(): Promise<RunningServer> {
  return startExporter('prometheus-blackbox-exporter', [`--config.file=${infra}/prometheus/blackbox.yml`]);
}

/** Alertmanager with the configuration of `infra/alertmanager` for these variables, but with a group wait of 10 ms. */
export async function startAlertmanager(
  {
    smtpUrl,
    ...variables
  }: { smtpUrl: string; ALERT_EMAIL?: string; ALERT_WEBHOOK?: string; MAIL_FROM?: string },
  env: Record<string, string>,
): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-alertmanager-'));
  const target = `127.0.0.1:${await freePort()}`;
  const file = join(folder, 'alertmanager.yml');
  writeFileSync(
    file,
    configureAlertmanager({ smtpUrl, ...variables }).replace('group_wait: 30s', 'group_wait: 10ms'),
  );
  const flags = [
    `--config.file=${file}`,
    `--storage.path=${folder}`,
    `--web.listen-address=${target}`,
    '--cluster.listen-address=',
  ];
  const server = await startServer('prometheus-alertmanager', flags, {
    readyAt: `http://${target}/-/ready`,
    env,
  });
  return {
    target,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The output of `configure.sh`. @throws with its stderr */
export function configureAlertmanager({
  smtpUrl,
  ...variables
}: { smtpUrl: string } & Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'studio-smtp-'));
  writeFileSync(join(folder, 'smtp_url'), `${smtpUrl}\n`);
  try {
    return execFileSync('sh', [join(infra, 'alertmanager/configure.sh')], {
      env: { PATH: process.env['PATH'], SMTP_URL_FILE: join(folder, 'smtp_url'), ...variables },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function startExporter(
  program: (typeof programs)[number],
  flags: string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const target = `127.0.0.1:${await freePort()}`;
  const readyAt = `http://${target}/metrics`;
  const server = await startServer(program, [...flags, `--web.listen-address=${target}`], { readyAt, env });
  return { target, stop: server.stop };
}

/** Starts a program and resolves when it answers at `readyAt`. @throws if it does not within 20 s */
export async function startServer(
  program: string,
  args: readonly string[],
  { readyAt, cwd, env }: { readyAt: string; cwd?: string; env?: Record<string, string> },
): Promise<{ stop(): Promise<void> }> {
  const server = spawn(program, args, { stdio: 'ignore', cwd, env: { ...process.env, ...env } });
  const stop = () => end(server);
  const deadline = Date.now() + readyWithinMs;
  const responds = () =>
    fetch(readyAt).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await responds())) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${program} did not start.`);
    }
    await pause(50);
  }
  return { stop };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
