import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'minio';
import type { Config } from '../../../src/config/config.js';

/** Deletes all files, or one, as if somebody had emptied the bucket or mounted the wrong disk. */
export async function emptyStorage({ s3, dataDir }: Config, what = ''): Promise<void> {
  if (s3 === null) {
    rmSync(join(dataDir, what || 'assets'), { recursive: true });
    return;
  }
  const { hostname, port, protocol } = new URL(s3.endpoint);
  const useSSL = protocol === 'https:';
  const client = new Client({ ...s3, endPoint: hostname, port: Number(port), useSSL });
  for await (const { name } of client.listObjectsV2(s3.bucket, what, true))
    await client.removeObject(s3.bucket, name ?? '');
}
