import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Asset } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { register } from '../../fixtures/accounts.ts';
import type { Studio } from '../../stack/studio.ts';
import { startBareServer } from '../bare-servers/start.ts';
import { type Row, ratioRow } from '../row.ts';
import { requestsPerSecond, timeToFirstByte } from './http-load.ts';
import { mediaFile } from './media-files.ts';
import { type UploadedFile, upload } from './multipart-upload.ts';

const imageBytes = 200_000;
const loadRounds = 5;
const loadSeconds = 2;
const firstBytes = 60;

/** Files on the assets origin: a picture under load, against a bare server; the middle of a film, against a small file. */
export async function measureServing(studio: Studio): Promise<Row[]> {
  const owner = await register(studio, 'viewer');
  const store = async (file: UploadedFile) =>
    Asset.parse(JSON.parse(await upload(`${studio.url}/api/assets/upload`, file, owner.token))).url;
  const picture = mediaFile('gif', imageBytes);
  const [image, small, large] = [
    await store(picture),
    await store(mediaFile('mp4', 1_000)),
    await store(mediaFile('mp4', limits.assetBytes)),
  ];
  return [await underLoad(image, picture), await firstByteOfRange(small, large)];
}

async function underLoad(url: string, { content }: UploadedFile): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const path = join(folder, 'picture');
  writeFileSync(path, Buffer.concat(content));
  const bare = await startBareServer('caching-file-server', path);
  const rates = { studio: [] as number[], reference: [] as number[] };
  for (let round = -1; round < loadRounds; round += 1) {
    const own = await requestsPerSecond(() => url, loadSeconds);
    const other = await requestsPerSecond(() => bare.url, loadSeconds);
    // Round -1 is warm-up.
    if (round < 0) continue;
    rates.studio.push(own);
    rates.reference.push(other);
  }
  bare.stop();
  rmSync(folder, { recursive: true, force: true });
  return ratioRow(
    `A picture of ${imageBytes / 1_000} kB, requests per second, against a bare server that keeps it in memory`,
    [
      { of: 'studio', samples: rates.studio, unit: '/s' },
      { of: 'caching server', samples: rates.reference, unit: '/s' },
    ],
    { atLeast: 0.6 },
    { reference: 'a bare server that reads the file for each request', measured: '1.42' },
  );
}

async function firstByteOfRange(small: string, large: string): Promise<Row> {
  const range = { Range: `bytes=${limits.assetBytes / 2}-` };
  const times = { studio: [] as number[], reference: [] as number[] };
  for (let round = 0; round < firstBytes; round += 1) {
    times.studio.push(await timeToFirstByte(large, range));
    times.reference.push(await timeToFirstByte(small, {}));
  }
  return ratioRow(
    `First byte from the middle of a film of ${limits.assetBytes / 1_048_576} MB, against that of a small file`,
    [
      { of: 'film', samples: times.studio, digits: 1 },
      { of: 'small file', samples: times.reference, digits: 1 },
    ],
    { atMost: 2 },
  );
}
