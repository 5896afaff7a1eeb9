import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { freePort } from '../stack/ports.ts';
import { provisionPostgres, startPostgres } from '../stack/postgres.ts';
import { provisionRadosgw, startRadosgw } from '../stack/radosgw.ts';
import { provisionRedis, startRedis } from '../stack/redis.ts';
import { isReady } from '../stack/studio.ts';
import { buildImage } from './build-image.ts';

/** Packages are fetched and everything is built, twice as fast on a machine that has nothing else to do. */
const patienceMs = 20 * 60_000;
const readyWithinMs = 60_000;
const metricsToken = 'figures-of-the-image';

const refusal =
  process.getuid?.() === 0
    ? (provisionPostgres() ?? provisionRadosgw() ?? provisionRedis())
    : 'only root can run it as another user';
if (refusal) console.warn(`The image cannot be run here: ${refusal}.`);

(refusal ? it.skip : it)(
  'the image is built without rights, runs without being able to write, on secrets from files, and ends when told',
  async () => {
    const image = buildImage();
    const [postgres, s3, redis] = [await startPostgres(), await startRadosgw(), await startRedis()];
    const secrets = mkdtempSync(join(tmpdir(), 'studio-secrets-'));
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const { S3_ACCESS_KEY, S3_SECRET_KEY, ...places } = s3.variables;
    const contents: Record<string, string | undefined> = {
      JWT_SECRET: 'x'.repeat(48),
      ADMIN_PASSWORD: 'a password of the image',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      METRICS_TOKEN: metricsToken,
      S3_ACCESS_KEY,
      S3_SECRET_KEY,
    };
    const files = Object.entries(contents).map(([name, content]) => {
      const file = join(secrets, name);
      writeFileSync(file, `${content}\n`);
      return [`${name}_FILE`, file];
    });
    spawnSync('chmod', ['755', secrets]);

    const { stage, folder, user, path } = image;
    const [entrypoint = ''] = stage.entrypoint;
    const env = {
      ...stage.env,
      ...places,
      ...Object.fromEntries(files),
      PATH: path,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      PUBLIC_URL: 'https://studio.test',
      SANDBOX_URL: 'https://{id}.usercontent.test',
      ASSETS_URL: 'https://assets.usercontent.test',
      ADMIN_EMAIL: 'admin@studio.test',
    };
    const inside = { ...user, cwd: folder, env };
    const studio = spawn(join(folder, entrypoint), stage.command, { ...inside, stdio: 'pipe' });
    let said = '';
    for (const stream of [studio.stdout, studio.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    try {
      const deadline = Date.now() + readyWithinMs;
      const url = `http://127.0.0.1:${port}`;
      while (!(await isReady(url))) {
        if (studio.exitCode !== null || Date.now() > deadline) throw new Error(`It is not ready:\n${said}`);
        await pause(100);
      }
      const health = await (await fetch(`${url}/api/health/ready`)).json();
      expect(health).toMatchObject({
        status: 'ready',
        parts: { database: 'up', storage: 'up', redis: 'up' },
      });
      expect((await fetch(`${url}/`)).status).toBe(200);
      const [check = '', ...args] = stage.healthCommand;
      expect(spawnSync(check, args, inside).status).toBe(0);
      expect(spawnSync('touch', ['written'], inside).status).not.toBe(0);
      const { S3_ACCESS_KEY: _aName, ...secret } = contents;
      expect(Object.values(secret).filter((content) => said.includes(content ?? ''))).toEqual([]);
    } finally {
      const ended = once(studio, 'exit');
      studio.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      await Promise.all([s3.stop(), redis.stop()]);
      postgres.stop();
      image.remove();
      rmSync(secrets, { recursive: true });
    }
  },
  patienceMs,
);
