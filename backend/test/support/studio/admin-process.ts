import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../src/config/config.js';
import { compileCache } from './compile-cache.js';

const entry = fileURLToPath(new URL('../../../dist/admin/main.js', import.meta.url));

/** The exit code and output of a command. */
export interface AdminRun {
  code: number | null;
  out: string;
  err: string;
}

/** Starts a command of the built administrator's command line, with little else in its environment. */
export function spawnAdmin(variables: Record<string, string>, args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', ...compileCache, ...variables };
  return spawn(process.execPath, [entry, ...args], { env });
}

/** Runs such a command to its end. */
export async function runAdmin(
  variables: Record<string, string>,
  args: string[],
  input = '',
): Promise<AdminRun> {
  const child = spawnAdmin(variables, args);
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}

/** The variables by which a command works on the same data as a studio. */
export function sameData({ dataDir, databaseUrl, redisUrl, s3 }: Config): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    ...(s3 === null
      ? {}
      : {
          S3_ENDPOINT: s3.endpoint,
          S3_REGION: s3.region,
          S3_BUCKET: s3.bucket,
          S3_ACCESS_KEY: s3.accessKey,
          S3_SECRET_KEY: s3.secretKey,
        }),
  };
}
