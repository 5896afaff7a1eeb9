import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isRaster } from '@studio/contract/http/assets';
import { LRUCache } from 'lru-cache';
import { loadSharp } from '../../common/load-sharp.js';
import { Semaphore } from '../../common/semaphore.js';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';

interface Thumbnail {
  /** WebP; null where the file is no picture that can be drawn. */
  picture: Buffer | null;
}

const rememberedBytes = 16 * 1_048_576;
/** Drawing needs the whole file in memory. */
const largestFile = 32 * 1_048_576;
/** Half of the threads that also read files. */
const atOnce = 2;

/** Draws the small pictures of the asset library, each once, however often it is asked for. */
export class Thumbnails {
  readonly #semaphore = new Semaphore(atOnce);
  readonly #drawn = new LRUCache<string, Thumbnail, ServedAsset>({
    maxSize: rememberedBytes,
    sizeCalculation: ({ picture }) => 1 + (picture?.length ?? 0),
    fetchMethod: async (_hash, _stale, { context }) => ({ picture: await this.#draw(context) }),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /** WebP within 320 × 320, or null where none can be drawn. @throws what the storage says, and while too many wait. */
  async of(asset: ServedAsset): Promise<Buffer | null> {
    if (!isRaster(asset.name) || asset.size > largestFile) return null;
    const thumbnail = await this.#drawn.fetch(asset.hash, { context: asset });
    return thumbnail?.picture ?? null;
  }

  #draw(asset: ServedAsset): Promise<Buffer | null> {
    return this.#semaphore.run(async () => drawThumbnail(await buffer(await this.readAsset(asset))));
  }
}

const side = 320;
/** Unpacked they take up to 200 MB for as long as it is drawn. */
const mostPixels = 40_000_000;
const longestSeconds = 5;

/** The picture (the first of a moving one), upright, as WebP of at most 320 pixels on each side; null where it is broken. */
export async function drawThumbnail(file: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: longestSeconds })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch {
    // Every reason lies in the file: whoever looks at it sees that there is no picture.
    return null;
  }
}
