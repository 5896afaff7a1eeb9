import { extensionOf, isSearched } from '@studio/contract/http/assets';
import { findAssets, fullAddressesIn, isImport, replaceAssets } from './asset-references.js';
import type { FetchedAsset } from './fetched-assets.js';

/**
 * What a mention of a file within another one is relative to: an `import` of a module or style sheet, another address
 * that counts from the `file` itself, or one that scripts use in a `page`.
 */
type Relation = 'import' | 'file' | 'page';

const isFromModule = /^["'`]\s*,\s*import\.meta\.url\b/;

/** A user's file that is text, with full addresses of the files that it names. */
export class AssetText {
  readonly #extension: string;
  readonly #text: string;
  readonly #assetsUrl: string;

  private constructor(extension: string, text: string, assetsUrl: string) {
    this.#extension = extension;
    this.#text = text;
    this.#assetsUrl = assetsUrl;
  }

  /** Null for other files, very long ones, and those that name no file. */
  static read(address: string, { bytes }: FetchedAsset, assetsUrl: string): AssetText | null {
    if (!isSearched(address, bytes.length)) return null;
    // A mark at the beginning stays.
    const text = fullAddressesIn(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), assetsUrl);
    return findAssets(text, assetsUrl).length === 0
      ? null
      : new AssetText(extensionOf(address), text, assetsUrl);
  }

  get isStyleSheet(): boolean {
    return this.#extension === 'css';
  }

  get isSvg(): boolean {
    return this.#extension === 'svg';
  }

  get #isScript(): boolean {
    return this.#extension === 'js' || this.#extension === 'ts';
  }

  /** Whether a mention imports a module, which import maps can lead elsewhere. */
  isModule(relation: Relation): boolean {
    return this.#isScript && relation === 'import';
  }

  /** The files that it names, in their order, as often as it does. */
  mentions(): { address: string; relation: Relation }[] {
    const mentions: { address: string; relation: Relation }[] = [];
    this.linked((address, relation) => {
      mentions.push({ address, relation });
      return null;
    });
    return mentions;
  }

  /** The text as bytes, with each mention replaced; null keeps the mention. */
  linked(link: (address: string, relation: Relation) => string | null): Uint8Array {
    const text = replaceAssets(this.#text, this.#assetsUrl, (address, before, _start, behind) =>
      link(address, this.#relationOf(before, behind)),
    );
    return new TextEncoder().encode(text);
  }

  #relationOf(before: string, behind: string): Relation {
    if (this.isStyleSheet) return isImport.test(before) ? 'import' : 'file';
    if (this.isSvg) return 'file';
    if (!this.#isScript) return 'page';
    if (isImport.test(before)) return 'import';
    return isFromModule.test(behind) ? 'file' : 'page';
  }
}

/** The addresses that a fetched file names, each once. */
export function assetsNamedByFile(address: string, asset: FetchedAsset, assetsUrl: string): string[] {
  const mentions = AssetText.read(address, asset, assetsUrl)?.mentions() ?? [];
  return [...new Set(mentions.map((mention) => mention.address))];
}
