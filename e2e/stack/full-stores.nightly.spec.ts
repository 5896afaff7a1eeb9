import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountRoutes } from '@studio/contract/http/accounts';
import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { callApi } from './api.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from './postgres.ts';
import { provisionOwnRedis, type RedisServer, startOwnRedis } from './redis.ts';
import { firstAdmin, type Studio, startStudio } from './studio.ts';

const startsWithinMs = 120_000;
const refusal =
  process.getuid?.() === 0
    ? (provisionOwnPostgres() ?? provisionOwnRedis())
    : 'only root may make a small disk';
if (refusal) console.warn(`Full stores cannot be tested here: ${refusal}.`);

(refusal ? describe.skip : describe)('a store without room', () => {
  const disks = { postgres: smallDisk('192m'), redis: smallDisk('8m') };
  let postgres: PostgresServer;
  let redis: RedisServer;
  let studio: Studio;
  let token: string;
  let project: Project;

  beforeAll(async () => {
    postgres = await onDisk(disks.postgres, startOwnPostgres);
    redis = await onDisk(disks.redis, startOwnRedis);
    studio = await startStudio({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
    const body = { email: 'full@example.org', username: 'full', password: 'correct horse' };
    ({ access_token: token } = await callApi(studio.url, accountRoutes.register, { body }));
    project = await callApi(studio.url, projectRoutes.createProject, {
      token,
      body: { title: 'kept', isPublic: true },
    });
  }, startsWithinMs);
  afterAll(async () => {
    await studio.dispose();
    await redis.stop();
    postgres.stop();
    for (const disk of Object.values(disks)) {
      execFileSync('umount', ['-l', disk]);
      rmdirSync(disk);
    }
  });

  const read = () => fetch(`${studio.url}/api/projects/${project.id}`);
  async function save(html: string): Promise<{ status: number; body: Project & { message?: string } }> {
    const response = await fetch(`${studio.url}/api/projects/${project.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ version: project.version, html }),
    });
    const body = (await response.json()) as Project & { message?: string };
    if (response.status === 200) project = body;
    return { status: response.status, body };
  }

  it('PostgreSQL’s: saves are refused with the reason, everything is read, and saves go on once there is room', async () => {
    const filler = join(disks.postgres, 'filler');
    fill(filler);
    let refused = await save(large());
    while (refused.status === 200) refused = await save(large());
    expect(refused).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('out of disk space') },
    });
    expect((await read()).status).toBe(200);
    rmSync(filler);
    while ((await save('after')).status !== 200) await pause(200);
    expect(project.html).toBe('after');
  }, 60_000);

  const signIn = () =>
    fetch(`${studio.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(firstAdmin),
    });

  it('Redis’ memory: nobody can sign in, public pages are shown, and all is well once there is room', async () => {
    const limit = (bytes: string) =>
      execFileSync('redis-cli', ['-p', new URL(redis.url).port, 'config', 'set', 'maxmemory', bytes]);
    limit('1');
    expect((await signIn()).status).toBe(503);
    expect((await read()).status).toBe(200);
    limit('512mb');
    while ((await signIn()).status !== 200) await pause(200);
  }, 60_000);

  it('Redis’ disk: the same, and signed-in people stay signed in', async () => {
    const filler = join(disks.redis, 'filler');
    fill(filler);
    // The first writes may still fit into the last page of Redis' file.
    let refused = await signIn();
    while (refused.status === 200) refused = await signIn();
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'service_unavailable' }),
    ]);
    expect((await read()).status).toBe(200);
    rmSync(filler);
    while ((await signIn()).status !== 200) await pause(200);
    while ((await save('after Redis')).status !== 200) await pause(200);
    expect(project.html).toBe('after Redis');
  }, 60_000);
});

/** Mounts a file system of this size. @returns its folder */
function smallDisk(size: string): string {
  const disk = mkdtempSync(join(tmpdir(), 'studio-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'studio-test', disk]);
  return disk;
}

/** Starts a server that keeps its data on this disk. */
async function onDisk<Server>(disk: string, start: () => Promise<Server>): Promise<Server> {
  const { TMPDIR: before = '/tmp' } = process.env;
  process.env['TMPDIR'] = disk;
  try {
    return await start();
  } finally {
    process.env['TMPDIR'] = before;
  }
}

/** Text that cannot be compressed. */
const large = () => randomBytes(150_000).toString('base64');

/** Writes until the disk is full. */
function fill(file: string): void {
  for (;;)
    try {
      writeFileSync(file, Buffer.alloc(65_536), { flag: 'a' });
    } catch {
      return;
    }
}
