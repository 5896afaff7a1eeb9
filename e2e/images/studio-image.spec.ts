import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from '../stack/postgres.ts';
import { provisionOwnRadosgw, type S3Server, startOwnRadosgw } from '../stack/radosgw.ts';
import { provisionOwnRedis, type RedisServer, startOwnRedis } from '../stack/redis.ts';
import { buildImage, type StudioImage } from './build-image.ts';
import { runImage, type StudioContainer } from './run-image.ts';

/** Long, because all packages are fetched and everything is built. */
const timeoutMs = 20 * 60_000;

const refusal =
  process.getuid?.() === 0
    ? (provisionOwnPostgres() ?? provisionOwnRadosgw() ?? provisionOwnRedis())
    : 'only root can run it as another user';
if (refusal) console.warn(`The image cannot be run here: ${refusal}.`);

(refusal ? describe.skip : describe)('the image, built by a user without rights', () => {
  let image: StudioImage;
  let postgres: PostgresServer;
  let s3: S3Server;
  let redis: RedisServer;
  let studio: StudioContainer;
  let secrets: Record<string, string>;

  beforeAll(async () => {
    image = buildImage();
    [postgres, s3, redis] = [await startOwnPostgres(), await startOwnRadosgw(), await startOwnRedis()];
    const { S3_ACCESS_KEY = '', S3_SECRET_KEY = '', ...places } = s3.variables;
    secrets = {
      JWT_SECRET: 'x'.repeat(48),
      ADMIN_PASSWORD: 'a password of the image',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      METRICS_TOKEN: 'figures-of-the-image',
      S3_SECRET_KEY,
    };
    const variables = {
      ...places,
      PUBLIC_URL: 'https://studio.test',
      SANDBOX_URL: 'https://{id}.usercontent.test',
      ASSETS_URL: 'https://assets.usercontent.test',
      ADMIN_EMAIL: 'admin@studio.test',
      S3_ACCESS_KEY,
    };
    studio = await runImage(image, variables, secrets);
  }, timeoutMs);

  afterAll(async () => {
    await studio.stop();
    await Promise.all([s3.stop(), redis.stop()]);
    postgres.stop();
    image.remove();
  });

  it('is ready on PostgreSQL, Redis and S3, and has the page', async () => {
    const health = await (await fetch(`${studio.url}/api/health/ready`)).json();
    expect(health).toMatchObject({
      status: 'ready',
      parts: { database: 'up', storage: 'up', redis: 'up' },
    });
    expect(await (await fetch(`${studio.url}/`)).text()).toContain('<div id="root">');
    expect(studio.run(image.stage.healthCommand).status).toBe(0);
  });

  it('has neither sources nor caches', () => {
    const found = ['backend/src', 'frontend/src', 'e2e/stack', 'scripts', '.nx', '.cache', '.npm', 'built'];
    expect(found.filter((name) => existsSync(join(image.folder, name)))).toEqual([]);
  });

  it('cannot write to its own files', () => {
    expect(studio.run(['touch', 'backend/dist/main.js']).stderr).toContain('Permission denied');
  });

  it('logs no secret', () => {
    expect(Object.keys(secrets).filter((name) => studio.output().includes(secrets[name] ?? ''))).toEqual([]);
  });

  it('makes backups, keeps the newest, records the time for Prometheus, and loses none if one fails', () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-backups-'));
    chownSync(folder, image.user.uid, image.user.gid);
    mkdirSync(join(folder, '2026-01-01T02-30-00'));
    const cutOff = join(folder, 'making-2026-01-01T02-30-00');
    mkdirSync(cutOff);
    utimesSync(cutOff, 0, 0);
    const made = studio.run(['infra/studio/backup.sh'], {
      BACKUPS: folder,
      BACKUPS_DAILY: '1',
      BACKUPS_WEEKLY: '1',
      BACKUPS_MONTHLY: '1',
    });
    expect(made.status).toBe(0);
    const kept = readdirSync(folder).filter((name) => name !== 'metrics');
    expect(kept).toEqual([expect.not.stringContaining('2026-01-01')]);
    expect(readFileSync(join(folder, 'metrics/backup.prom'), 'utf8')).toMatch(/^studio_backup_\w+ \d{10}\n$/);

    const drill = studio.run(['infra/studio/drill.sh'], { BACKUPS: folder });
    expect(drill).toMatchObject({ status: 0, stdout: expect.stringContaining(' is whole: ') });
    expect(readFileSync(join(folder, 'metrics/backup_drill.prom'), 'utf8')).toMatch(
      /^studio_backup_drill_\w+ \d{10}\n$/,
    );

    const failed = studio.run(['infra/studio/backup.sh'], { BACKUPS: folder, S3_BUCKET: 'NO' });
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^S3_BUCKET: expected .*, got "NO"/),
    });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(kept));
    rmSync(folder, { recursive: true });
  });

  it('exits with 0 when it is stopped', async () => {
    expect(await studio.stop()).toBe(0);
  }, 15_000);
});
