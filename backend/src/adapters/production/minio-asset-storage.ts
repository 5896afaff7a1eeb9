import http, {
  type ClientRequest,
  type request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import https from 'node:https';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type BucketItem, Client, type IncompleteUploadedBucketItem, S3Error } from 'minio';
import { ByteSemaphore } from '../../common/byte-semaphore.js';
import { serviceUnavailable } from '../../common/errors/api-error.js';
import { idPattern } from '../../common/ids.js';
import { Config, type S3Config } from '../../config/config.js';
import { ConfigError } from '../../config/read-config.js';
import {
  AssetStorage,
  type ByteRange,
  MissingFile,
  ownerMarker,
  type StoredFile,
} from '../../ports/asset-storage.js';
import { inBlocks } from './stream-blocks.js';

/** The smallest part that S3 accepts, in bytes. One part of each upload is in memory. */
const partBytes = 5 * 1_024 * 1_024;
/** Simultaneous uploads in one process: 240 MiB of parts. */
export const maxConcurrentUploads = 48;
/** A prefix, because the bucket may hold other objects as well. */
const folder = 'assets/';
const objectName = new RegExp(`^assets/(${idPattern})$`);

/** The client's own type lacks `initiated`. */
type UnfinishedUpload = IncompleteUploadedBucketItem & { initiated: Date };

/**
 * Objects in a bucket of an S3 server, through the MinIO client.
 * Sends parts one by one instead of using `putObject`, which never settles when its source is destroyed.
 */
@Injectable()
export class MinioAssetStorage extends AssetStorage implements OnApplicationShutdown {
  readonly location: string;
  override readonly maxConcurrentUploads = maxConcurrentUploads;
  readonly #bucket: string;
  readonly #transport: TimeoutTransport;
  readonly #client: Client;
  readonly #partMemory = new ByteSemaphore(maxConcurrentUploads * partBytes);

  constructor({ s3 }: Config) {
    super();
    if (s3 === null) throw new Error('S3_ENDPOINT is unset.');
    this.#bucket = s3.bucket;
    this.location = `the bucket ${s3.bucket} at ${s3.endpoint}`;
    this.#transport = new TimeoutTransport(s3.endpoint);
    this.#client = connect(s3, this.#transport);
  }

  async put(key: string, bytes: Readable, signal: AbortSignal): Promise<number> {
    // Without a listener, an error before the stream is read would end the process. The loop over it still throws it.
    addAbortSignal(signal, bytes).on('error', () => undefined);
    if (!this.#partMemory.tryAcquire(partBytes)) {
      bytes.destroy();
      throw serviceUnavailable(
        undefined,
        'Too many files are being uploaded at once. Try again in a moment.',
      );
    }
    try {
      const sent = await this.#send(folder + key, bytes);
      const { size } = await this.#client.statObject(this.#bucket, folder + key);
      if (size !== sent)
        throw new Error(`The S3 server was sent ${sent} bytes and says that it has ${size}.`);
      return size;
    } catch (error) {
      bytes.destroy();
      // The first error matters more than one of the clean-up, which the reconciler repeats.
      if (!(error instanceof ServerTimeout)) await this.remove(key).catch(() => undefined);
      throw this.#unlessDenied('write to', error);
    } finally {
      this.#partMemory.release(partBytes);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      if (!range) return await this.#client.getObject(this.#bucket, folder + key);
      const { first, last } = range;
      return await this.#client.getPartialObject(this.#bucket, folder + key, first, last - first + 1);
    } catch (error) {
      throw isMissing(error) ? new MissingFile(key) : this.#unlessDenied('read', error);
    }
  }

  async sizeOf(key: string): Promise<number | null> {
    try {
      return (await this.#client.statObject(this.#bucket, folder + key)).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw this.#unlessDenied('read', error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      const [upload] = await Promise.all([
        this.#client.findUploadId(this.#bucket, folder + key),
        this.#client.removeObject(this.#bucket, folder + key),
      ]);
      if (upload !== undefined) await this.#client.abortMultipartUpload(this.#bucket, folder + key, upload);
    } catch (error) {
      throw this.#unlessDenied('delete from', error);
    }
  }

  async *list(): AsyncIterable<StoredFile> {
    try {
      yield* this.#list();
    } catch (error) {
      throw this.#unlessDenied('list', error);
    }
  }

  async *#list(): AsyncIterable<StoredFile> {
    if (!(await this.#client.bucketExists(this.#bucket))) return;
    const objects: AsyncIterable<BucketItem> = this.#client.listObjectsV2(this.#bucket, folder, true);
    for await (const { name = '', size, lastModified } of objects) {
      const key = objectName.exec(name)?.[1];
      if (key !== undefined && lastModified) yield { key, size, storedAt: lastModified };
    }
    const uploads: AsyncIterable<UnfinishedUpload> = this.#client.listIncompleteUploads(
      this.#bucket,
      folder,
      true,
    );
    for await (const upload of uploads) {
      const key = objectName.exec(upload.key)?.[1];
      if (key !== undefined) yield { key, size: upload.size, storedAt: upload.initiated };
    }
  }

  /** @throws ConfigError where the server refuses to return the marker: a wrong setting. */
  async owner(): Promise<string | null> {
    try {
      return (await text(await this.#client.getObject(this.#bucket, folder + ownerMarker))).trim() || null;
    } catch (error) {
      if (isMissing(error) || codeOf(error) === 'NoSuchBucket') return null;
      throw refusal(this.#bucket, error);
    }
  }

  /** @throws ConfigError where the server refuses. */
  async create(): Promise<void> {
    try {
      if (!(await this.#client.bucketExists(this.#bucket))) await this.#client.makeBucket(this.#bucket);
    } catch (error) {
      // Another replica created it first.
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw refusal(this.#bucket, error);
    }
  }

  /** @throws ConfigError where these keys may not write or delete, which would otherwise show only days later. */
  async claim(installation: string): Promise<void> {
    await this.remove('nothing');
    try {
      await this.#client.putObject(this.#bucket, folder + ownerMarker, `${installation}\n`);
    } catch (error) {
      throw this.#unlessDenied('write to', error);
    }
  }

  async ping(): Promise<void> {
    const isThere = await this.#client.bucketExists(this.#bucket).catch((error: unknown) => {
      throw this.#unlessDenied('list', error);
    });
    if (!isThere) throw new Error(`There is no bucket ${this.#bucket}.`);
  }

  /** Not earlier, so that requests in progress can finish. */
  onApplicationShutdown(): void {
    this.#transport.close();
  }

  /** @returns the error itself, or a ConfigError that names the variables where the bucket's policy denies access. */
  #unlessDenied(what: string, error: unknown): unknown {
    return codeOf(error) === 'AccessDenied' ? refusal(this.#bucket, error, what) : error;
  }

  /** @returns the number of bytes that were sent. */
  async #send(object: string, bytes: Readable): Promise<number> {
    let upload: string | null = null;
    let sent = 0;
    const parts = [];
    for await (const block of inBlocks(bytes, partBytes)) {
      sent += block.length;
      if (upload === null && block.length < partBytes) {
        await this.#client.putObject(this.#bucket, object, block, block.length);
        return sent;
      }
      upload ??= await this.#client.initiateNewMultipartUpload(this.#bucket, object, {});
      const place = { bucketName: this.#bucket, objectName: object, uploadID: upload, headers: {} };
      parts.push(await this.#client.uploadPart({ ...place, partNumber: parts.length + 1 }, block));
    }
    if (upload !== null) await this.#client.completeMultipartUpload(this.#bucket, object, upload, parts);
    return sent;
  }
}

function connect({ endpoint, region, accessKey, secretKey }: S3Config, transport: TimeoutTransport): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  return new Client({
    // An IPv6 address without its brackets.
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    useSSL: protocol === 'https:',
    ...(port ? { port: Number(port) } : {}),
    region,
    accessKey,
    secretKey,
    // The client uses only this overload of `request`.
    transport: { request: transport.request as typeof httpRequest },
    transportAgent: transport.agent,
  });
}

/** The error code of an S3 server, such as `NoSuchKey`; null for any other error. */
function codeOf(error: unknown): string | null {
  return error instanceof S3Error ? (error.code ?? '') : null;
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'NoSuchKey' || code === 'NotFound';
}

/** The error to throw: a ConfigError that names the variables for a response of the server, else the error itself. */
function refusal(bucket: string, error: unknown, what = 'use'): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  return new ConfigError(
    'S3_BUCKET',
    bucket,
    `a bucket of S3_ENDPOINT in S3_REGION that S3_ACCESS_KEY and S3_SECRET_KEY may ${what} (it says ${code})`,
  );
}

/** A healthy store is never silent for longer. */
const idleTimeoutMs = 5_000;
/** A healthy store confirms a part within this time. */
const responseTimeoutMs = 30_000;

/** The server did not answer in time. No clean-up is tried, since it would take just as long. */
class ServerTimeout extends Error {
  constructor(method: string | undefined) {
    super(`The S3 server does not answer (${method}).`);
  }
}

/** Sends the requests of the MinIO client, which has no time limits of its own. */
class TimeoutTransport {
  readonly agent: http.Agent;
  readonly #scheme: typeof http | typeof https;

  constructor(endpoint: string) {
    this.#scheme = endpoint.startsWith('https:') ? https : http;
    this.agent = new this.#scheme.Agent({ keepAlive: true, timeout: idleTimeoutMs });
  }

  /** Like `http.request`, but fails with ServerTimeout if the server is silent or does not begin its response in time. */
  readonly request = (
    options: RequestOptions,
    answered: (response: IncomingMessage) => void,
  ): ClientRequest => {
    const request = this.#scheme.request({ ...options, timeout: idleTimeoutMs }, (response) => {
      clearTimeout(tooLate);
      request.off('timeout', giveUp).on('timeout', () => {
        // A full buffer means that the reader pauses, which is allowed; otherwise the store is silent.
        if (response.readableLength < response.readableHighWaterMark) giveUp();
        else request.setTimeout(idleTimeoutMs);
      });
      answered(response);
    });
    const giveUp = () => request.destroy(new ServerTimeout(options.method));
    const tooLate = setTimeout(giveUp, responseTimeoutMs);
    return request.on('timeout', giveUp).on('close', () => clearTimeout(tooLate));
  };

  /** Closes idle connections. */
  close(): void {
    this.agent.destroy();
  }
}
