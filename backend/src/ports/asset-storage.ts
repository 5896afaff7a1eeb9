import type { Readable } from 'node:stream';

/** A range of bytes, including the first and the last. */
export interface ByteRange {
  first: number;
  last: number;
}

/** A stored file, without its bytes. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  storedAt: Date;
}

/** Nothing is stored under this key. Any other error means that the storage is away, slow, full or faulty. */
export class MissingFile extends Error {
  constructor(readonly key: string) {
    super(`Nothing is stored under ${key}`);
  }
}

/** The object that names the installation that owns the files. It cannot be a key, which has 16 characters. */
export const ownerMarker = 'installation';

/** The database and the storage are of two installations. The message is the one line that the operator sees. */
export class StorageMismatch extends Error {}

/** Keeps bytes under keys. A key is 16 characters of `[0-9a-z]`, made by the server and used for one attempt only. */
export abstract class AssetStorage {
  /** How many files it can take in one process at the same time. */
  readonly maxConcurrentUploads: number = Number.POSITIVE_INFINITY;

  /**
   * Stores a stream, in constant memory. Resolves with the number of bytes once they are durable. If it
   * rejects (the source failed, `signal` was aborted, the storage is away), it leaves nothing under the key, as far as
   * the storage can still be reached.
   */
  abstract put(key: string, bytes: Readable, signal: AbortSignal): Promise<number>;
  /** The bytes, or a range of them. @throws MissingFile */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;
  /** How many bytes are stored under the key; null if nothing is. */
  abstract sizeOf(key: string): Promise<number | null>;
  /** Deletes a file; no error if it does not exist. */
  abstract remove(key: string): Promise<void>;
  /** The folder or bucket, for messages to the operator; contains no secrets. */
  abstract readonly location: string;
  /** The id of the installation that owns the files; null without a marker, or without a folder or bucket. */
  abstract owner(): Promise<string | null>;
  /** Creates the folder or bucket if there is none. */
  abstract create(): Promise<void>;
  /** Writes the marker of this installation; the folder or bucket must exist. */
  abstract claim(installation: string): Promise<void>;
  /** All stored files, including incomplete uploads; none if there is no folder or bucket. */
  abstract list(): AsyncIterable<StoredFile>;
  /** Resolves while the storage can be used. */
  abstract ping(): Promise<void>;
}
