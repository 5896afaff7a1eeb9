import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { ServedAsset } from '../../features/assets/served-assets.service.js';

const largest = 262_144;
const rememberedBytes = 16 * 1_048_576;

/** The bytes of small files that are asked for again and again: pictures, styles and scripts of projects. */
export class SmallFiles {
  readonly #files = new LRUCache<string, Buffer, ServedAsset>({
    maxSize: rememberedBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_hash, _stale, { context }) => this.#read(context),
  });

  constructor(private readonly readAsset: (asset: ServedAsset) => Promise<Readable>) {}

  /** All bytes of a small file; undefined for a large one. @throws what the storage says, and where it has others. */
  async of(asset: ServedAsset): Promise<Buffer | undefined> {
    return asset.size > largest ? undefined : this.#files.fetch(asset.hash, { context: asset });
  }

  async #read(asset: ServedAsset): Promise<Buffer> {
    const bytes = await buffer(await this.readAsset(asset));
    if (bytes.length !== asset.size)
      throw new Error(`The storage has ${bytes.length} of ${asset.size} bytes under ${asset.storageKey}`);
    return bytes;
  }
}
