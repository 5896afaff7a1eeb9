import type { Readable } from 'node:stream';

/** Both ends count. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What is stored under a key. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  storedAt: Date;
}

/** There is nothing under this key. Anything else that a storage throws means that it is away, slow, full or lying. */
export class MissingFile extends Error {
  constructor(readonly key: string) {
    super(`Nothing is stored under ${key}`);
  }
}

/** Keeps bytes under keys. A key is 16 characters of `[0-9a-z]`, made by the server and used for one attempt only. */
export abstract class AssetStorage {
  /**
   * Stores what comes, in constant memory. Resolves with the number of bytes once they would survive a crash.
   * Where it rejects (the source failed, `signal` was aborted, the storage is away) nothing stays under the key,
   * as far as the storage can still be reached.
   */
  abstract put(key: string, bytes: Readable, signal: AbortSignal): Promise<number>;
  /** The bytes, or a range of them. @throws MissingFile */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes; what is not there is no error. */
  abstract remove(key: string): Promise<void>;
  /** Everything that is stored, uploads that were cut short included. */
  abstract list(): AsyncIterable<StoredFile>;
  /** Resolves while the storage can be used. */
  abstract ping(): Promise<void>;
}
