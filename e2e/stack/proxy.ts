import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../backend/test/support/free-port.ts';
import { findProgram, installMissing } from './installed.ts';
import { makeCertificate } from './network/certificate.ts';
import { startNameServer } from './network/name-server.ts';

const configuration = fileURLToPath(new URL('../../infra/haproxy.cfg', import.meta.url));
const programs = ['haproxy', 'openssl'];
const readyWithinMs = 10_000;
const sandboxDomain = 'usercontent.localhost';
/** The limit that tests start the proxy with. */
export const connectionsPerClient = 1_500;

/** Ports of one replica on 127.0.0.1. It may start and stop while the proxy runs. */
export interface Replica {
  app: number;
  sandbox: number;
}

/** The proxy of `infra/` in front of studios on this machine. */
export interface Proxy {
  /** The app's origin, `https://localhost:…`. */
  url: string;
  /** The origin that redirects HTTP to HTTPS. */
  plainUrl: string;
  /** The origin for its health check and for Prometheus. */
  statusUrl: string;
  /** The origin of a project's user code. Only browsers resolve it; others call 127.0.0.1 with this host. */
  sandboxUrl(projectId: string): string;
  /** The variables, besides its ports, of a studio behind the proxy. */
  variables: Record<string, string>;
  /** Its whole log. */
  output(): string;
  stop(): Promise<void>;
}

/** Installs HAProxy and openssl if they are missing. @returns why that failed, or undefined */
export function provisionProxy(): string | undefined {
  return installMissing(() => programs.find((name) => !findProgram([name])), ...programs);
}

/** How many replicas a backend of the proxy takes for ready, by its metrics. */
export async function readyServers({ statusUrl }: Proxy, backend: string): Promise<number> {
  const figures = await (await fetch(`${statusUrl}/metrics`)).text();
  const active = new RegExp(`^haproxy_backend_active_servers\\{proxy="${backend}"\\} (\\d+)`, 'm').exec(
    figures,
  );
  return Number(active?.[1]);
}

/**
 * Starts HAProxy with `infra/haproxy.cfg` and resolves when it listens. It finds a replica within two seconds of being
 * ready. This process trusts its self-signed certificate from then on; browsers have to ignore certificate errors.
 */
export async function startProxy({ replicas }: { replicas: readonly Replica[] }): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-proxy-'));
  const { both: certificate } = makeCertificate(folder, ['localhost', sandboxDomain, `*.${sandboxDomain}`]);
  const names = await startNameServer({
    '_app._tcp.replicas.test': replicas.map(({ app }) => app),
    '_sandbox._tcp.replicas.test': replicas.map(({ sandbox }) => sandbox),
  });
  const [http, https, status] = [await freePort(), await freePort(), await freePort()];
  const server = spawn('haproxy', ['-db', '-f', configuration], {
    env: {
      ...process.env,
      APP_HOST: 'localhost',
      SANDBOX_DOMAIN: sandboxDomain,
      ASSETS_HOST: `assets.${sandboxDomain}`,
      APP_SERVERS: '_app._tcp.replicas.test',
      SANDBOX_SERVERS: '_sandbox._tcp.replicas.test',
      DNS_SERVER: names.address,
      TLS_CERTIFICATES: certificate,
      LISTEN: '127.0.0.1',
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      STATUS_PORT: String(status),
      MAX_CONNECTIONS: '4000',
      CONNECTIONS_PER_CLIENT: String(connectionsPerClient),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    await names.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  const statusUrl = `http://127.0.0.1:${status}`;
  const deadline = Date.now() + readyWithinMs;
  while (!(await isLive(statusUrl))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The proxy did not start:\n${output}`);
    }
    await pause(20);
  }
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')]);
  const url = `https://localhost:${https}`;
  return {
    url,
    plainUrl: `http://localhost:${http}`,
    statusUrl,
    sandboxUrl: (projectId) => `https://${projectId}.${sandboxDomain}:${https}`,
    variables: {
      PUBLIC_URL: url,
      SANDBOX_URL: `https://{id}.${sandboxDomain}:${https}`,
      ASSETS_URL: `https://assets.${sandboxDomain}:${https}`,
      TRUSTED_PROXIES: '127.0.0.1',
    },
    output: () => output,
    stop,
  };
}

async function isLive(statusUrl: string): Promise<boolean> {
  return fetch(`${statusUrl}/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}
