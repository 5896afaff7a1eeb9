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

/** What stands beside the files and says whose they are. No key can be the same: keys have 16 characters. */
export const ownerMarker = 'installation';

/** The database and the storage are of two installations. The message is the one line that the operator sees. */
export class StorageMismatch extends Error {}

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
  /** Where it is, for whoever has set it up: a folder or a bucket, and nothing secret. */
  abstract readonly location: string;
  /** The id of the installation whose files these are; null where there is no mark, nor maybe a folder or bucket. */
  abstract owner(): Promise<string | null>;
  /** Makes the folder or the bucket where there is none. */
  abstract create(): Promise<void>;
  /** Marks what is stored as this installation's; it must have been made. */
  abstract claim(installation: string): Promise<void>;
  /** Everything that is stored, uploads that were cut short included; nothing where there is no folder or bucket. */
  abstract list(): AsyncIterable<StoredFile>;
  /** Resolves while the storage can be used. */
  abstract ping(): Promise<void>;
}
