import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isRaster } from '@studio/contract/http/assets';
import { LRUCache } from 'lru-cache';
import { loadSharp } from '../../common/load-sharp.js';
import { Semaphore } from '../../common/semaphore.js';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';

interface Thumbnail {
  /** WebP; null if the file is not a readable image. */
  picture: Buffer | null;
}

const cacheBytes = 16 * 1_048_576;
/** A limit, because drawing needs the whole file in memory. */
const maxFileBytes = 32 * 1_048_576;
/** Half of the threads of libuv, which also read files. */
const atOnce = 2;

/** Draws and caches the thumbnails of the asset library. */
export class Thumbnails {
  readonly #semaphore = new Semaphore(atOnce);
  readonly #drawn = new LRUCache<string, Thumbnail, ServedAsset>({
    maxSize: cacheBytes,
    sizeCalculation: ({ picture }) => 1 + (picture?.length ?? 0),
    fetchMethod: async (_hash, _stale, { context }) => ({ picture: await this.#draw(context) }),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /** WebP within 320 × 320; null if none can be drawn. @throws the storage's error, or Error if the queue is full. */
  async get(asset: ServedAsset): Promise<Buffer | null> {
    if (!isRaster(asset.name) || asset.size > maxFileBytes) return null;
    const thumbnail = await this.#drawn.fetch(asset.hash, { context: asset });
    return thumbnail?.picture ?? null;
  }

  #draw(asset: ServedAsset): Promise<Buffer | null> {
    return this.#semaphore.run(async () => drawThumbnail(await buffer(await this.readAsset(asset))));
  }
}

const side = 320;
/** Decoded, this many pixels take up to 200 MB while the thumbnail is drawn. */
const maxPixels = 40_000_000;
const timeoutSeconds = 5;

/** The image, or first frame of an animation, upright, as WebP of at most 320 px per side; null if it is broken. */
export async function drawThumbnail(file: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    // Not logged: only the file can be the reason, and its owner sees that there is no thumbnail.
    return null;
  }
}
