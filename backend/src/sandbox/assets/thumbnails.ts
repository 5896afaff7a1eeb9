import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isRaster } from '@studio/contract/http/assets';
import { LRUCache } from 'lru-cache';
import { loadSharp } from '../../common/load-sharp.js';
import { Semaphore } from '../../common/semaphore.js';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';

interface Thumbnail {
  /** WebP; null where the file is not a readable image. */
  picture: Buffer | null;
}

const cacheBytes = 16 * 1_048_576;
/** Drawing needs the whole file in memory. */
const maxFileBytes = 32 * 1_048_576;
/** Half of the threads that also read files. */
const atOnce = 2;

/** Draws the thumbnails of the asset library, each once, however often it is requested. */
export class Thumbnails {
  readonly #semaphore = new Semaphore(atOnce);
  readonly #drawn = new LRUCache<string, Thumbnail, ServedAsset>({
    maxSize: cacheBytes,
    sizeCalculation: ({ picture }) => 1 + (picture?.length ?? 0),
    fetchMethod: async (_hash, _stale, { context }) => ({ picture: await this.#draw(context) }),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /** WebP within 320 × 320, or null where none can be drawn. @throws the storage's error, and Error when the queue is full. */
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
/** Decoded they take up to 200 MB while the thumbnail is drawn. */
const maxPixels = 40_000_000;
const timeoutSeconds = 5;

/** The image (the first frame of an animation), upright, as WebP of at most 320 pixels per side; null where it is broken. */
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
    // Only the file can be the reason, and its owner sees that there is no thumbnail.
    return null;
  }
}
