import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../backend/test/support/free-port.ts';
import { startServer } from './exporters.ts';
import { findProgram, installMissing } from './installed.ts';

const programs = ['prometheus', 'promtool'];
const folderOfRules = fileURLToPath(new URL('../../infra/prometheus', import.meta.url));

/** A Prometheus server on loopback, in a folder of its own. */
export interface Prometheus {
  /** Evaluates an expression now: the labels and the value of each series. @throws if the expression is wrong */
  query(expression: string): Promise<Sample[]>;
  /** The alert rules with their state. */
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
  /** `ok` if the rule could be evaluated. */
  health: string;
}

/** Maps a service's name and port in `infra/` to its `host:port` in the test. */
export type Targets = Record<string, string>;

/** Installs Prometheus and promtool if they are missing. @returns why that failed, or undefined */
export function provisionPrometheus(): string | undefined {
  return installMissing(() => programs.find((name) => !findProgram([name])), 'prometheus');
}

/** Checks the rules, then runs the tests of the alerts. @throws with the errors of promtool */
export function testAlerts(): void {
  const run = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: folderOfRules, encoding: 'utf8', stdio: 'pipe' });
  run('check', 'rules', 'alerts.yml');
  run('test', 'rules', ...readdirSync(folderOfRules).filter((name) => name.endsWith('.test.yml')));
}

/**
 * Starts Prometheus with the configuration in `infra/prometheus`, except for addresses, the path of the secret and the
 * scrape interval. With `atOnce`, alerts fire without their waiting time (`for`).
 */
export async function startPrometheus({
  targets,
  token,
  atOnce = false,
}: {
  targets: Targets;
  token: string;
  atOnce?: boolean;
}): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-prometheus-'));
  writeFileSync(join(folder, 'metrics_token'), token);
  const rules = readFileSync(join(folderOfRules, 'alerts.yml'), 'utf8');
  writeFileSync(join(folder, 'alerts.yml'), atOnce ? rules.replaceAll(/^ +for: .*$/gm, '') : rules);
  const configuration = join(folder, 'prometheus.yml');
  writeFileSync(configuration, adapt(readFileSync(join(folderOfRules, 'prometheus.yml'), 'utf8'), targets));
  execFileSync('promtool', ['check', 'config', configuration], { cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const flags = {
    'config.file': configuration,
    'storage.tsdb.path': join(folder, 'data'),
    // Alerts that were sent before Alertmanager was discovered are lost until they are sent again.
    'rules.alert.resend-delay': '1s',
  };
  const address = `127.0.0.1:${port}`;
  const url = `http://${address}`;
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const server = await startServer('prometheus', [...args, `--web.listen-address=${address}`], {
    readyAt: `${url}/-/ready`,
    cwd: folder,
  }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const ask = async (path: string): Promise<unknown> => {
    const response = (await (await fetch(`${url}/api/v1/${path}`)).json()) as {
      data?: unknown;
      error?: string;
    };
    if (response.error !== undefined) throw new Error(response.error);
    return response.data;
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

function adapt(configuration: string, targets: Targets): string {
  return configuration
    .replace('/run/secrets/metrics_token', 'metrics_token')
    .replaceAll(/_interval: (15s|1m)/g, '_interval: 1s')
    .replace('blackbox-exporter:9115', targets['blackbox-exporter:9115'] ?? '127.0.0.1:1')
    .replaceAll(
      /dns_sd_configs: \[\{ names: \[([\w-]+)\], type: A, port: (\d+).*\}\]/g,
      (_found, name, port) => {
        const target = targets[`${name}:${port}`];
        return `static_configs: [{ targets: [${target === undefined ? '' : JSON.stringify(target)}] }]`;
      },
    );
}
