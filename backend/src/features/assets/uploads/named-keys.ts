import { isSearched } from '@studio/contract/http/assets';

/** The most files of one that are remembered; forks do not keep what it names beyond them. */
const maxKeys = 500;

/** A key within an address, `/assets/{key}/{name}` or `../{key}/{name}`; JSON may escape slashes. */
const keyInAddress = /(?<=\/)[0-9a-z]{16}(?=\\?\/)/g;
/** A key with the slashes around it, less one character. */
const overlap = 18;

/** Collects the keys of the files that a file names, from its chunks. */
export class NamedKeys {
  readonly #name: string;
  readonly #keys = new Set<string>();
  #size = 0;
  #end = '';

  constructor(name: string) {
    this.#name = name;
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (!isSearched(this.#name, this.#size)) return;
    const text = this.#end + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    for (const [key] of text.matchAll(keyInAddress)) {
      if (this.#keys.size >= maxKeys) break;
      this.#keys.add(key);
    }
    this.#end = text.slice(-overlap);
  }

  /** Empty for a file that is not searched. */
  keys(): string[] {
    return isSearched(this.#name, this.#size) ? [...this.#keys] : [];
  }
}
