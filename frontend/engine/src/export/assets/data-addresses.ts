import { AssetText } from './asset-texts.js';
import type { FetchedAssets } from './fetched-assets.js';
import { publicFolder } from './link-assets.js';
import { entryNames } from './pack-assets.js';

/** The most characters of files that are written into `standalone.html`. */
const room = 8 * 1024 * 1024;

/** The characters of a file's `data:` address, infinite where it can have none, and which files it contains. */
interface Measured {
  size: number;
  contained: ReadonlySet<string>;
}

/** The `data:` addresses of fetched files; those of texts contain the files that these name. */
export class DataAddresses {
  readonly #assets: FetchedAssets;
  readonly #names: ReadonlyMap<string, string>;
  readonly #texts = new Map<string, AssetText>();
  readonly #measured = new Map<string, Measured>();
  readonly #made = new Map<string, string>();

  constructor(assets: FetchedAssets) {
    this.#assets = assets;
    this.#names = entryNames(assets.got.keys());
    for (const [address, asset] of assets.got) {
      const text = AssetText.read(address, asset, assets.assetsUrl);
      if (text) this.#texts.set(address, text);
    }
    for (const address of assets.got.keys()) this.#measure(address, new Set());
  }

  /** Where the file is in the folder beside the page; null if it could not be fetched. */
  beside(address: string): string | null {
    const name = this.#names.get(address);
    return name === undefined ? null : `./${publicFolder}/${name}`;
  }

  /** The modules that scripts among the files import. */
  importedModules(): Set<string> {
    const mentions = [...this.#texts.values()].flatMap((text) =>
      text.mentions().map(({ address, relation }) => ({ address, isModule: text.isModule(relation) })),
    );
    const imported = mentions.filter(({ address, isModule }) => isModule && this.#names.has(address));
    return new Set(imported.map(({ address }) => address));
  }

  /** The addresses of the smallest files, as many as there is room for. `uses` counts how often one is written. */
  choose(uses: (address: string) => number): Map<string, string> {
    const costs = [...this.#measured]
      .map(([address, { size }]) => ({ address, size, times: uses(address) }))
      .filter(({ times }) => times > 0)
      .map(({ address, size, times }) => ({ address, cost: size * times }))
      .toSorted((one, other) => one.cost - other.cost);
    const chosen = new Map<string, string>();
    let left = room;
    for (const { address, cost } of costs) {
      left -= cost;
      if (left < 0) break;
      chosen.set(address, this.#addressOf(address));
    }
    return chosen;
  }

  /** Measures the files that this one contains before it. One of `outer`, which contain it, is not in it again. */
  #measure(address: string, outer: Set<string>): Measured | undefined {
    const asset = this.#assets.got.get(address);
    const known = this.#measured.get(address);
    if (!asset || known || outer.has(address)) return known;
    const contained = new Set<string>();
    const text = this.#texts.get(address);
    // A browser shows the pictures in an SVG document, but none in an SVG picture.
    let size = text?.isSvg ? Number.POSITIVE_INFINITY : asset.bytes.length;
    outer.add(address);
    for (const { address: named, relation } of text?.mentions() ?? []) {
      if (!this.#names.has(named) || text?.isModule(relation)) continue;
      const within = this.#measure(named, outer)?.size ?? Number.POSITIVE_INFINITY;
      if (within <= room) {
        contained.add(named);
        size += within;
      } else if (relation !== 'page') size = Number.POSITIVE_INFINITY;
    }
    outer.delete(address);
    const measured = { size: Math.ceil(size / 3) * 4, contained };
    this.#measured.set(address, measured);
    return measured;
  }

  #addressOf(address: string): string {
    const made = this.#made.get(address) ?? this.#make(address);
    this.#made.set(address, made);
    return made;
  }

  #make(address: string): string {
    const asset = this.#assets.got.get(address);
    if (!asset) throw new Error(`${address} was not fetched`);
    const contained = this.#measured.get(address)?.contained;
    const text = this.#texts.get(address);
    const linked = text?.linked((named, relation) => {
      if (text.isModule(relation)) return null;
      return contained?.has(named) ? this.#addressOf(named) : this.beside(named);
    });
    return `data:${asset.type.replace(/\s/g, '')};base64,${base64(linked ?? asset.bytes)}`;
  }
}

/** Bytes at a time: every browser accepts this many arguments of a function. */
const slice = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += slice)
    text += String.fromCharCode(...bytes.subarray(at, at + slice));
  return btoa(text);
}
