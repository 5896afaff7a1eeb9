import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isRaster } from '@studio/contract/http/assets';
import { LRUCache } from 'lru-cache';
import { serviceUnavailable } from '../../common/errors/api-error.js';
import { FairWork } from '../../common/fair-work.js';
import { loadSharp } from '../../common/load-sharp.js';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';

interface Thumbnail {
  /** WebP; null if the file is not a readable image. */
  picture: Buffer | null;
}

const cacheBytes = 16 * 1_048_576;
/** In ms. */
const undrawnTtlMs = 60_000;
/** A limit, because drawing needs the whole file in memory. */
const maxFileBytes = 32 * 1_048_576;
/** Half of the threads of libuv, which also read files. */
const maxConcurrent = 2;
/** How many may wait, for one owner and in all. */
const queueLimits = { perOwner: 200, total: 1_000 };

/** Draws and caches the thumbnails of the asset library, fairly between the owners of the files. */
export class Thumbnails {
  readonly #work = new FairWork({
    limits: queueLimits,
    maxConcurrent,
    maxConcurrentPerOwner: maxConcurrent,
    refusal: serviceUnavailable,
  });
  readonly #drawn = new LRUCache<string, Thumbnail>({
    maxSize: cacheBytes,
    sizeCalculation: ({ picture }) => 1 + (picture?.length ?? 0),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /** WebP within 320 × 320; null if none can be drawn. @throws the storage's error, or Error if the queue is full. */
  async get(asset: ServedAsset): Promise<Buffer | null> {
    if (!isRaster(asset.name) || asset.size > maxFileBytes) return null;
    const { picture } =
      this.#drawn.get(asset.hash) ??
      (await this.#work.run(asset.hash, asset.ownerId ?? '', () => this.#draw(asset)));
    return picture;
  }

  async #draw(asset: ServedAsset): Promise<Thumbnail> {
    const thumbnail = { picture: await drawThumbnail(await buffer(await this.readAsset(asset))) };
    // Not for long without a picture: the machine may have been too busy for it.
    this.#drawn.set(asset.hash, thumbnail, thumbnail.picture ? {} : { ttl: undrawnTtlMs });
    return thumbnail;
  }
}

const side = 320;
/** Decoded, this many pixels take up to 200 MB while the thumbnail is drawn. */
const maxPixels = 40_000_000;
const timeoutSeconds = 5;

/** The image, or first frame of an animation, upright, as WebP of at most 320 px per side; null if it is broken or takes too long. */
async function drawThumbnail(file: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    // Not logged: nearly always the file is the reason, and its owner sees that there is no thumbnail.
    return null;
  }
}
