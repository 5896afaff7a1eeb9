import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import request from 'supertest';
import { itAtNight } from '../support/nightly.js';
import {
  endProcess,
  type ReadyStudio,
  type StudioProcess,
  spawnStudio,
  startStudioProcess,
} from '../support/studio/studio-process.js';
import { startTestRegistry, type TestRegistry } from '../support/test-registry.js';
import { until } from '../support/until.js';

/** These tests start the built server as a process. */
const dataDir = mkdtempSync(join(tmpdir(), 'studio-main-'));
const children: ChildProcess[] = [];
let registry: TestRegistry | undefined;
afterEach(async () => {
  await registry?.stop();
  registry = undefined;
  const running = children
    .splice(0)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  // Until they have ended, their folder is in use.
  await Promise.all(running.map((child) => endProcess(child, 'SIGKILL')));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function run(variables: Record<string, string>): StudioProcess {
  const studio = spawnStudio(dataDir, variables);
  children.push(studio.child);
  return studio;
}

async function start(variables?: Record<string, string>): Promise<ReadyStudio> {
  const studio = await startStudioProcess(dataDir, variables);
  children.push(studio.child);
  return { ...studio, url: `${studio.url}/api` };
}

async function ask(
  url: string,
  method: string,
  token?: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const demo = { email: 'demo@studio.local', password: 'demo-studio' };

async function signIn({ url }: ReadyStudio): Promise<string> {
  return String((await ask(`${url}/auth/login`, 'POST', undefined, demo)).body['access_token']);
}

/** Makes a project with these styles. @returns its id. */
async function makeProject({ url }: ReadyStudio, token: string, css: string): Promise<string> {
  const { body: project } = await ask(`${url}/projects`, 'POST', token, {
    css,
    frameworkConfig: { cssFramework: 'scss' },
    isPublic: true,
    isEmbeddable: true,
  });
  return String(project['id']);
}

/** Requests the page of a project, which the server compiles. */
async function askForPage(
  { sandboxUrl }: ReadyStudio,
  id: string,
  agent = new Agent(),
): Promise<request.Response> {
  const { host, port } = new URL(sandboxUrl);
  return request(`http://${host}`)
    .get(`/rendered/${id}`)
    .agent(agent)
    .set({ Host: `${id}.localhost:${port}`, Accept: 'text/html' });
}

/** A process with its CPU time in ticks of 10 ms. */
interface ProcessUse {
  id: string;
  ticks: number;
}

/** The child processes of a process. */
function processesOf(parent: ChildProcess): ProcessUse[] {
  return globSync('/proc/[0-9]*').flatMap((folder) => {
    try {
      // The name in brackets may contain spaces.
      const fields = readFileSync(join(folder, 'stat'), 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[1]) === parent.pid ? [{ id: basename(folder), ticks: Number(fields[11]) }] : [];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}

describe('the server process', () => {
  it('prints one block when ready; the admin’s generated password only the first time, and it works', async () => {
    const first = await start();
    // Checks that the bundler has not removed the call of `isDecodable`.
    expect((await fetch(new URL('/user/%E0', first.url))).status).toBe(404);
    const lines = first.said().trim().split('\n');
    expect(lines[0]).toBe('CodeStudio is ready.');
    expect(first.said()).toContain('demo@studio.local / demo-studio');
    const password = /admin@studio\.local \/ (\S+)/.exec(first.said())?.[1] ?? '';
    const admin = await ask(`${first.url}/auth/login`, 'POST', undefined, {
      email: 'admin@studio.local',
      password,
    });
    expect(admin.body['user']).toMatchObject({ isAdmin: true });
    expect(await endProcess(first.child, 'SIGTERM')).toBe(0);
    const second = await start();
    expect(second.said()).not.toContain('admin@studio.local');
    expect(await endProcess(second.child, 'SIGINT')).toBe(0);
  });

  itAtNight('says in the log that projects are less isolated where they share one origin', async () => {
    const { child, said } = await start({ SANDBOX_URL: 'http://shared.localhost:3001' });
    expect(said()).toContain('SANDBOX_URL has no {id}');
    expect(await endProcess(child, 'SIGTERM')).toBe(0);
  });

  itAtNight('that receives SIGTERM while it starts also ends with 0, and unlocks its folder', async () => {
    const lock = join(dataDir, 'studio.lock');
    const { child } = run({ PORT: '0', SANDBOX_PORT: '0' });
    await until(() => existsSync(lock));
    expect(await endProcess(child, 'SIGTERM')).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  it('makes a database that only its own user may enter, and files and keys that nobody else may read', async () => {
    const { child } = await start();
    expect(await endProcess(child, 'SIGTERM')).toBe(0);
    const modeOf = (path: string) => (statSync(join(dataDir, path)).mode & 0o777).toString(8);
    expect(modeOf('postgres')).toBe('700');
    expect(modeOf('assets')).toBe('700');
    expect(modeOf('jwt-secret')).toBe('600');
    // PostgreSQL itself makes this file anew at each start.
    const made = globSync('postgres/**', {
      cwd: dataDir,
      withFileTypes: true,
      exclude: ['**/pg_internal.init'],
    });
    const files = made.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((path) => modeOf(relative(dataDir, path)) !== '600')).toEqual([]);
  });

  it('refuses a folder that another process holds, in one line, and takes it over once that process is killed', async () => {
    const first = await start();
    const second = run({ PORT: '0', SANDBOX_PORT: '0' });
    const [code] = await once(second.child, 'exit');
    expect(code).toBe(1);
    expect(second.said().trim()).toMatch(
      new RegExp(`^DATA_DIR: ${dataDir} is in use by process ${first.child.pid} since \\S+Z\\. .*$`),
    );
    expect((await ask(`${first.url}/health/ready`, 'GET')).status).toBe(200);
    await endProcess(first.child, 'SIGKILL');
    const third = await start();
    expect((await ask(`${third.url}/health/ready`, 'GET')).status).toBe(200);
  });

  it('H43 loses no acknowledged save when it is killed', async () => {
    const first = await start();
    const token = await signIn(first);
    const { body: project } = await ask(`${first.url}/projects`, 'POST', token, { html: 'text 0' });
    const path = `/projects/${String(project['id'])}`;
    let acknowledged = 0;
    const killed = once(first.child, 'exit');
    for (let i = 1; ; i++) {
      const save = ask(`${first.url}${path}`, 'PUT', token, { html: `text ${i}` });
      if (i === 200) first.child.kill('SIGKILL');
      try {
        expect((await save).status).toBe(200);
        acknowledged = i;
      } catch {
        break;
      }
    }
    await killed;
    const second = await start();
    const { body: read } = await ask(`${second.url}${path}`, 'GET', token);
    expect(acknowledged).toBeGreaterThanOrEqual(199);
    expect([`text ${acknowledged}`, `text ${acknowledged + 1}`]).toContain(read['html']);
  });

  it('starts the processes of the build: for a package of a registry, and for a compiled page', async () => {
    registry = await startTestRegistry();
    registry.publish('far-away', { files: { 'index.js': "export const place = 'far away';" } });
    const studio = await start({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
    const token = await signIn(studio);
    const { body: resolved } = await ask(`${studio.url}/packages/resolve`, 'POST', token, {
      specifiers: ['far-away'],
    });
    expect(resolved['packages']).toEqual({ 'far-away': '1.0.0' });
    const module = await fetch(`${studio.sandboxUrl}${packagePath('far-away', '1.0.0')}`);
    expect(await module.text()).toContain('far away');
    const page = await askForPage(
      studio,
      await makeProject(studio, token, '$place: teal; p { color: $place }'),
    );
    expect(page.text).toContain('color: teal');
  });

  /** Only Linux lists processes in /proc. */
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  const itOnLinuxAtNight = process.platform === 'linux' ? itAtNight : it.skip;
  itOnLinuxAtNight('builds one package after another in the same process', async () => {
    registry = await startTestRegistry();
    const names = ['first', 'second', 'third', 'fourth'];
    for (const name of names)
      registry.publish(name, { files: { 'index.js': `export const place = '${name}';` } });
    const studio = await start({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
    const token = await signIn(studio);
    const codeOf = async (name: string) => {
      await ask(`${studio.url}/packages/resolve`, 'POST', token, { specifiers: [name] });
      return (await fetch(`${studio.sandboxUrl}${packagePath(name, '1.0.0')}`)).text();
    };
    expect(await codeOf('first')).toContain('first');
    const processes = processesOf(studio.child).map(({ id }) => id);
    // One builds, the other one accesses the registry.
    expect(processes).toHaveLength(2);
    for (const name of names.slice(1)) expect(await codeOf(name)).toContain(name);
    expect(processesOf(studio.child).map(({ id }) => id)).toEqual(processes);
  });

  itOnLinux(
    'leaves none of its processes behind when it is killed, not even one that would never end',
    async () => {
      const studio = await start();
      const token = await signIn(studio);
      const endless = await makeProject(studio, token, '@while true { $i: 1 }');
      await askForPage(studio, await makeProject(studio, token, 'p { color: teal }'));
      // The CPU time so far went into loading the compilers.
      const loaded = processesOf(studio.child);
      const page = askForPage(studio, endless).catch(() => null);
      let compiling: string | undefined;
      await until(() => {
        const busy = ({ id, ticks }: ProcessUse) =>
          ticks > (loaded.find((one) => one.id === id)?.ticks ?? Infinity) + 20;
        compiling = processesOf(studio.child).find(busy)?.id;
        return compiling !== undefined;
      });
      // If memory is used up, Linux kills this process and not the server.
      expect(readFileSync(`/proc/${compiling}/oom_score_adj`, 'utf8')).toBe('1000\n');
      await endProcess(studio.child, 'SIGKILL');
      await page;
      await until(() => !existsSync(`/proc/${compiling}`));
    },
  );

  itOnLinuxAtNight('keeps its processes after Ctrl+C, which a terminal sends to all of them', async () => {
    const studio = await start();
    const token = await signIn(studio);
    const askForNew = async (css: string) => askForPage(studio, await makeProject(studio, token, css));
    await askForNew('p { color: teal }');
    const before = processesOf(studio.child).map(({ id }) => id);
    expect(before).not.toEqual([]);
    for (const id of before) process.kill(Number(id), 'SIGINT');
    expect((await askForNew('p { color: navy }')).text).toContain('color: navy');
    expect(processesOf(studio.child).map(({ id }) => id)).toEqual(before);
  });

  itOnLinuxAtNight(
    'keeps running while it may open no more files, and starts its processes again afterwards',
    async () => {
      registry = await startTestRegistry();
      const studio = await start({ MODULES: 'registry', PACKAGE_REGISTRY: registry.address });
      const token = await signIn(studio);
      const id = await makeProject(studio, token, 'p { color: teal }');
      const limitFiles = (most: number | string) =>
        execFileSync('prlimit', [`--pid=${studio.child.pid}`, `--nofile=${most}:`]);
      // Enough to read a file, but not to start a process. The database opens files at times, too.
      const leaveTwoFiles = () => limitFiles(globSync(`/proc/${studio.child.pid}/fd/*`).length + 2);
      const usual = readFileSync(`/proc/${studio.child.pid}/limits`, 'utf8').match(/Max open files +(\d+)/);
      const kept = new Agent({ keepAlive: true });
      await askForPage(studio, 'none', kept);
      leaveTwoFiles();
      expect((await askForPage(studio, id, kept)).status).toBe(503);
      for (const specifier of ['zod', 'far-away']) {
        leaveTwoFiles();
        const { body } = await ask(`${studio.url}/packages/resolve`, 'POST', token, {
          specifiers: [specifier],
        });
        expect(body).toMatchObject({ packages: {}, problems: [{ specifier }] });
      }
      limitFiles(usual?.[1] ?? '');
      kept.destroy();
      expect((await askForPage(studio, id)).text).toContain('color: teal');
    },
  );

  it('H70 ends at an error that nothing catches, with a line in the log that has no other fields of it', async () => {
    const fault = `process.once('SIGUSR2', () => {
      Promise.reject(Object.assign(new Error('lost'), { code: '23505', detail: 'Key (email)=(ada@example.org)' }));
    })`;
    const { child, said } = await start({
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}`,
    });
    expect(await endProcess(child, 'SIGUSR2')).toBe(1);
    expect(JSON.parse(said().trim().split('\n').at(-1) ?? '')).toMatchObject({
      level: 60,
      err: { message: 'lost', code: '23505', stack: expect.stringContaining('lost') },
      msg: 'The studio ends because an error was not caught',
    });
    expect(said()).not.toContain('ada@example.org');
  });

  it('ends with one line that names a wrong variable', async () => {
    const { child, said } = run({ PORT: 'eighty' });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(said()).toBe('PORT: expected a whole number from 0 to 65535 (0: any free port), got "eighty".\n');
  });

  itOnLinux.each([
    ['DATA_DIR', '/proc/studio', 'a folder that this user may write to (ENOENT)'],
    [
      'TMPDIR',
      '/proc',
      'a folder that this user may write to, with a path of at most 75 characters (ENOENT)',
    ],
    [
      'TMPDIR',
      join(dataDir, 'x'.repeat(80)),
      'a folder that this user may write to, with a path of at most 75 characters (EINVAL)',
    ],
  ])('ends with one line where the system has no such folder as %s=%s', async (name, folder, expected) => {
    if (folder.startsWith(dataDir)) mkdirSync(folder);
    const { child, said } = run({ PORT: '0', SANDBOX_PORT: '0', [name]: folder });
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(said()).toBe(`${name}: expected ${expected}, got "${folder}".\n`);
  });

  /** Only root may mount. */
  const itAsRoot = process.getuid?.() === 0 ? itOnLinux : it.skip;
  itAsRoot('ends with one line where it may not write the files of users', async () => {
    const { child } = await start();
    await endProcess(child, 'SIGTERM');
    const files = join(dataDir, 'assets');
    execFileSync('mount', ['--bind', files, files]);
    try {
      execFileSync('mount', ['-o', 'remount,bind,ro', files]);
      const refused = run({ PORT: '0', SANDBOX_PORT: '0' });
      await once(refused.child, 'close');
      expect(refused.child.exitCode).toBe(1);
      expect(refused.said()).toBe(
        `DATA_DIR: expected a folder whose folder "assets" this user may read and write (EROFS), got "${dataDir}".\n`,
      );
    } finally {
      execFileSync('umount', ['-l', files]);
    }
  });

  it('ends with one line when its port is taken, and with the admin’s password at the first start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const fresh = mkdtempSync(join(tmpdir(), 'studio-main-'));
    const { port } = other.address() as AddressInfo;
    try {
      const { child, said } = run({ PORT: String(port), SANDBOX_PORT: '0', DATA_DIR: fresh });
      await once(child, 'close');
      expect(child.exitCode).toBe(1);
      const [admin = '', refusal, ...rest] = said().trim().split('\n').toSorted();
      expect(refusal).toMatch(/^PORT: expected a port that is free.*, got "\d+"\.$/);
      expect(rest).toEqual([]);
      const [, email, password] = /^Admin: (\S+) \/ (\S+) \(shown only once\)$/.exec(admin) ?? [];
      const free = await start({ DATA_DIR: fresh });
      const { body } = await ask(`${free.url}/auth/login`, 'POST', undefined, { email, password });
      expect(body['user']).toMatchObject({ isAdmin: true });
      await endProcess(free.child, 'SIGKILL');
    } finally {
      other.close();
      rmSync(fresh, { recursive: true, force: true });
    }
  });
});
