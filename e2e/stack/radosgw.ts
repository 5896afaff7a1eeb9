import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../backend/test/support/free-port.ts';
import { findProgram, installMissing } from './installed.ts';

const runProgram = promisify(execFile);
const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const readyWithinMs = 60_000;
const defaults = { S3_REGION: 'us-east-1', S3_BUCKET: 'studio' };
const keys = { S3_ACCESS_KEY: 'studio', S3_SECRET_KEY: 'studio-secret' };

/** An S3 server on which tests create buckets. */
interface GivenS3 {
  /** The S3_… variables of a studio that uses the server. */
  variables: Record<string, string>;
  /** Stops the server and deletes its data; does nothing to a given server. */
  stop(): Promise<void>;
}

/** An S3 server that the tests start, on loopback: Ceph's gateway with one monitor and one store in memory. */
export interface S3Server extends GivenS3 {
  /** Sends SIGSTOP to the gateway: it accepts connections but never answers, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Sends SIGKILL to the gateway. Stored objects remain. */
  kill(): Promise<void>;
  /** Starts the gateway again, after `kill`. */
  restart(): Promise<void>;
}

/** Installs Ceph unless the TEST_S3_… variables name a server. @returns why that failed, or undefined */
export function provisionRadosgw(): string | undefined {
  return givenVariables() ? undefined : provisionOwnRadosgw();
}

/** The server that the TEST_S3_… variables name, else a new empty one. */
export async function startRadosgw(): Promise<GivenS3> {
  const variables = givenVariables();
  return variables ? { variables, stop: async () => undefined } : startOwnRadosgw();
}

function givenVariables(): Record<string, string> | undefined {
  const { TEST_S3_ENDPOINT, TEST_S3_REGION, TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY } = process.env;
  if (!TEST_S3_ENDPOINT) return undefined;
  if (!TEST_S3_ACCESS_KEY || !TEST_S3_SECRET_KEY)
    throw new Error('TEST_S3_ENDPOINT also takes TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY.');
  return {
    S3_ENDPOINT: TEST_S3_ENDPOINT,
    S3_REGION: TEST_S3_REGION ?? defaults.S3_REGION,
    S3_BUCKET: defaults.S3_BUCKET,
    S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
    S3_SECRET_KEY: TEST_S3_SECRET_KEY,
  };
}

/** Installs Ceph's programs if they are missing. @returns why that failed, or undefined */
export function provisionOwnRadosgw(): string | undefined {
  const missing = () => programs.find((name) => !findProgram([name]));
  return installMissing(missing, 'ceph-mon', 'ceph-osd', 'radosgw');
}

/** Starts an empty server, which `stop` removes. */
export async function startOwnRadosgw(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-s3-'));
  const [monPort, port] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const running = new Set<ChildProcess>();
  const inFolder = (...args: string[]) => ['-c', join(folder, 'ceph.conf'), ...args];
  const run = (program: string, ...args: string[]) => runProgram(program, inFolder(...args), { cwd: folder });
  const serve = (program: string, ...args: string[]) => {
    const server = spawn(program, inFolder('-f', ...args), { cwd: folder, stdio: 'ignore' });
    running.add(server);
    server.on('exit', () => running.delete(server));
    return server;
  };
  const startGateway = async () => {
    const started = serve('radosgw', '-n', 'client.gateway');
    await untilResponding(endpoint, started);
    return started;
  };
  const end = async (server: ChildProcess) => {
    if (!running.has(server)) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  const stop = async () => {
    await Promise.all([...running].map(end));
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const store = randomUUID();
    const identity = randomUUID();
    for (const data of ['mon', 'osd']) mkdirSync(join(folder, data));
    writeFileSync(join(folder, 'ceph.conf'), settings(folder, identity, monPort, port));
    await makeKeys(folder);
    const address = `[v2:127.0.0.1:${monPort}]`;
    await runProgram('monmaptool', [
      '--create',
      '--fsid',
      identity,
      '--addv',
      'a',
      address,
      `${folder}/monmap`,
    ]);
    await run(
      'ceph-mon',
      '--mkfs',
      '-i',
      'a',
      '--monmap',
      `${folder}/monmap`,
      '--keyring',
      `${folder}/keyring`,
    );
    serve('ceph-mon', '-i', 'a');
    await run('ceph', 'osd', 'new', store);
    await run('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', store);
    serve('ceph-osd', '-i', '0');
    const access = ['--access-key', keys.S3_ACCESS_KEY, '--secret', keys.S3_SECRET_KEY];
    await run('radosgw-admin', 'user', 'create', '--uid', 'studio', '--display-name', 'Studio', ...access);
    let gateway = await startGateway();
    return {
      variables: { S3_ENDPOINT: endpoint, ...defaults, ...keys },
      freeze: () => void gateway.kill('SIGSTOP'),
      resume: () => void gateway.kill('SIGCONT'),
      kill: () => end(gateway),
      async restart() {
        gateway = await startGateway();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * One copy of all data, in memory. Without cephx the gateway hangs. Without TCP_NODELAY each response takes 40 ms. With
 * the default watch timeout, calls wait long for a gateway that was killed.
 */
function settings(folder: string, identity: string, monPort: number, port: number): string {
  return `[global]
fsid = ${identity}
mon host = [v2:127.0.0.1:${monPort}]
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${folder}/keyring
log file = ${folder}/$name.log
run dir = ${folder}
admin socket =
pid file =
mon data = ${folder}/mon
mon allow pool size one = true
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 8589934592
paxos propose interval = 0.05
paxos min wait = 0.01
osd crush chooseleaf type = 0
osd client watch timeout = 1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw data = ${folder}
`;
}

/** Puts the keys of all daemons into one keyring, from which the monitor is initialised. */
async function makeKeys(folder: string): Promise<void> {
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
  const ring = join(folder, 'keyring');
  await runProgram('ceph-authtool', ['--create-keyring', ring]);
  for (const name of ['mon.', 'client.admin', 'client.gateway', 'osd.0'])
    await runProgram('ceph-authtool', [ring, '--gen-key', '-n', name, ...all]);
}

async function untilResponding(endpoint: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const answered = await fetch(endpoint).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (answered) return;
    await pause(50);
  }
  throw new Error('The S3 server did not start.');
}
