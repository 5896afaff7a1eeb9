import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram, installPackages } from './installed.ts';
import { freePort } from './network/ports.ts';

const programs = ['prometheus', 'promtool'];
const exporter = 'prometheus-node-exporter';
const folderOfRules = fileURLToPath(new URL('../../infra/prometheus', import.meta.url));
const readyWithinMs = 20_000;

/** A Prometheus server of our own, on loopback, in a folder of its own. */
export interface Prometheus {
  /** What this expression says now: the labels of each series, and its value. @throws what is wrong with it. */
  query(expression: string): Promise<Sample[]>;
  /** The alerts as it knows them. */
  alerts(): Promise<Alert[]>;
  stop(): Promise<void>;
}

export interface Sample {
  metric: Record<string, string>;
  value: [at: number, value: string];
}

export interface Alert {
  name: string;
  query: string;
  /** `ok` where it could be evaluated. */
  health: string;
}

/** Where each service of `infra/` is to be found instead of by its name there: `host:port`. */
export type Targets = Record<'app' | 'proxy' | 'node-exporter', string>;

/** Sees to it that Prometheus, its tool and the exporter of disks are installed. Says why not, or undefined. */
export function provisionPrometheus(): string | undefined {
  const missing = () => [...programs, exporter].find((name) => !findProgram([name]));
  if (!missing()) return undefined;
  const refusal = installPackages('prometheus', exporter);
  return missing() && (refusal ?? `the installed ${missing()} cannot be found`);
}

/** Checks the rules, then runs the tests of the alerts. @throws what promtool finds wrong. */
export function testAlerts(): void {
  const run = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: folderOfRules, encoding: 'utf8', stdio: 'pipe' });
  run('check', 'rules', 'alerts.yml');
  run('test', 'rules', 'alerts.test.yml', 'backups.test.yml');
}

/** Starts it with what `infra/prometheus` says, but for addresses, the path of the secret, and how often it looks. */
export async function startPrometheus({
  targets,
  token,
}: {
  targets: Targets;
  token: string;
}): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-prometheus-'));
  writeFileSync(join(folder, 'metrics_token'), token);
  cpSync(join(folderOfRules, 'alerts.yml'), join(folder, 'alerts.yml'));
  const configuration = join(folder, 'prometheus.yml');
  writeFileSync(configuration, adapt(readFileSync(join(folderOfRules, 'prometheus.yml'), 'utf8'), targets));
  execFileSync('promtool', ['check', 'config', configuration], { cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const flags = { 'config.file': configuration, 'storage.tsdb.path': join(folder, 'data') };
  const server = spawn(
    'prometheus',
    [
      ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const stop = async () => {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswering(`${url}/-/ready`, server);
  } catch (error) {
    await stop();
    throw error;
  }
  const ask = async (path: string): Promise<unknown> => {
    const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as {
      data?: unknown;
      error?: string;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.data;
  };
  return {
    async query(expression) {
      const data = await ask(`query?${new URLSearchParams({ query: expression })}`);
      return (data as { result: Sample[] }).result;
    },
    async alerts() {
      const { groups } = (await ask('rules?type=alert')) as { groups: { rules: Alert[] }[] };
      return groups.flatMap(({ rules }) => rules);
    },
    stop,
  };
}

/** The exporter of disks, which also hands on what backups write into their folder. */
export async function startNodeExporter({
  backups,
}: {
  backups: string;
}): Promise<{ target: string; stop(): Promise<void> }> {
  const target = `127.0.0.1:${await freePort()}`;
  mkdirSync(join(backups, 'metrics'), { recursive: true });
  const collectors = ['disable-defaults', 'filesystem', 'textfile', `textfile.directory=${backups}/metrics`];
  const flags = collectors.map((flag) => `--collector.${flag}`);
  const server = spawn(exporter, [...flags, `--web.listen-address=${target}`], { stdio: 'ignore' });
  await untilAnswering(`http://${target}/metrics`, server);
  return { target, stop: () => end(server) };
}

function adapt(configuration: string, targets: Targets): string {
  return configuration
    .replace('/run/secrets/metrics_token', 'metrics_token')
    .replaceAll(/_interval: 15s/g, '_interval: 1s')
    .replaceAll(/dns_sd_configs: \[\{ names: \[([\w-]+)\].*\}\]/g, (_found, name: keyof Targets) => {
      return `static_configs: [{ targets: ["${targets[name]}"] }]`;
    });
}

async function untilAnswering(url: string, server: ReturnType<typeof spawn>): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`${server.spawnfile} did not start.`);
    await pause(50);
  }
}

async function end(server: ReturnType<typeof spawn>): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
