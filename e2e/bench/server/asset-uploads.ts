import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@studio/contract/limits';
import { register } from '../../fixtures/accounts.ts';
import type { Studio } from '../../stack/studio.ts';
import { startBareServer } from '../bare-servers/start.ts';
import { type Row, ratioRow, readingRow } from '../row.ts';
import { mediaFile } from './media-files.ts';
import { upload } from './multipart-upload.ts';
import { residentMegabytes, watchMemory } from './resident-memory.ts';

const megabytes = limits.assetBytes / 1_048_576;
const rounds = 5;
const concurrency = 10;

/** Uploads of the largest file: throughput against a bare server, and memory used by one and by ten at once. */
export async function measureUploads(studio: Studio): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const bare = await startBareServer('upload-server', folder);
  const owner = await register(studio, 'filmer');
  const send = (token: string) =>
    upload(`${studio.url}/api/assets/upload`, mediaFile('mp4', limits.assetBytes), token);

  const before = residentMegabytes(studio.pid());
  const alone = watchMemory(studio.pid());
  // Warm up both servers.
  await send(owner.token);
  await upload(bare.url, mediaFile('mp4', limits.assetBytes));
  const times = { studio: [] as number[], reference: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.studio.push(await timeOf(() => send(owner.token)));
    times.reference.push(await timeOf(() => upload(bare.url, mediaFile('mp4', limits.assetBytes))));
  }
  const peakAlone = alone.stop();
  bare.stop();

  const other = await register(studio, 'director');
  const together = watchMemory(studio.pid());
  await Promise.all(Array.from({ length: concurrency }, () => send(other.token)));
  const peakTogether = together.stop();
  rmSync(folder, { recursive: true, force: true });
  return [
    throughputRow(times),
    growthRow(`Resident memory added by uploads of ${megabytes} MB to a fresh process`, peakAlone - before),
    growthRow(`Resident memory added by ${concurrency} such uploads at once`, peakTogether - before),
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function throughputRow(times: { studio: number[]; reference: number[] }): Row {
  const speeds = (of: string, took: readonly number[]) => ({
    of,
    samples: took.map((ms) => (megabytes / ms) * 1_000),
    unit: 'MB/s',
  });
  return ratioRow(
    `Upload of ${megabytes} MB, against a bare server that parses, hashes and stores`,
    [speeds('studio', times.studio), speeds('bare server', times.reference)],
    { atLeast: 0.8 },
  );
}

function growthRow(what: string, growth: number): Row {
  return readingRow(
    what,
    { statistic: 'most of a reading every 20 ms', value: growth, unit: 'MB' },
    { atMost: 64 },
  );
}
