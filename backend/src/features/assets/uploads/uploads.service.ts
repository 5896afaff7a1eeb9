import { once } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import type { Asset } from '@studio/contract/http/assets';
import { routes } from '@studio/contract/routes';
import type { Request } from 'express';
import { type DomainEvents, EventPublisher } from '../../../common/domain-events.js';
import { ApiError, diskFull, serviceUnavailable, tooManyRequests } from '../../../common/errors/api-error.js';
import { isDiskFull } from '../../../common/errors/database-errors.js';
import { type Caller, clientNetwork } from '../../../common/http/caller.js';
import { Config } from '../../../config/config.js';
import { AssetStorage } from '../../../ports/asset-storage.js';
import { presentAsset } from '../assets.service.js';
import { StoragePairingService } from '../reconciliation/storage-pairing.service.js';
import { brokenOffSignal, type IncomingFile, receiveFile } from './multipart-file.js';
import { type Reservation, renewEveryMs, UploadReservations } from './upload-reservations.js';
import { type StoredUpload, UploadSettlement } from './upload-settlement.js';
import { assetNameOf, CheckedContent } from './upload-validation.js';

/** Per process, because each upload to an S3 server holds a part of five megabytes in memory. */
export const uploadsPerReplica = 256;
/** How many of them one account may have while more than half of what the storage can take is under way. */
export const uploadsWhileBusy = 8;
/** The part of it that one network may have then, since accounts cost nothing. */
export const networkShareWhileBusy = 1 / 4;

/** Receives files, streaming from the socket to the storage in constant memory. */
@Injectable()
export class UploadsService {
  readonly #logger = new Logger('uploads');
  #underWay = 0;
  /** By account, and by network: an id is no address. */
  readonly #underWayOf = new Map<string, number>();

  constructor(
    private readonly reservations: UploadReservations,
    private readonly settlement: UploadSettlement,
    private readonly storage: AssetStorage,
    private readonly pairing: StoragePairingService,
    private readonly config: Config,
    private readonly events: EventPublisher,
  ) {}

  /** How many uploads are under way in this process. */
  get underWay(): number {
    return this.#underWay;
  }

  /**
   * Stores the file of a request. If it throws, nothing of the upload remains: no asset, no bytes, no used quota.
   * @throws ApiError 400, 413, 415 as in the contract, 429 where the account or its network has too many uploads under
   * way, 503 where storage or database is away.
   */
  async upload(caller: Caller, request: Request): Promise<Asset> {
    const began = performance.now();
    const end = (outcome: DomainEvents['asset.upload-ended']['outcome'], bytes: number) =>
      this.events.publish('asset.upload-ended', {
        outcome,
        bytes,
        seconds: (performance.now() - began) / 1_000,
      });
    if (this.#underWay >= uploadsPerReplica)
      throw serviceUnavailable(
        undefined,
        'The server is busy with other uploads. Please try again in a moment.',
      );
    const network = clientNetwork(request);
    this.#assertFairShare(caller, network);
    this.#count(caller, network, 1);
    try {
      const asset = await this.#store(caller, request);
      end('stored', asset.size);
      return asset;
    } catch (error) {
      end(error instanceof ApiError && error.status < 500 ? 'refused' : 'failed', 0);
      throw error;
    } finally {
      this.#count(caller, network, -1);
    }
  }

  /** One account's or network's slow uploads must not take the places of everybody else. */
  #assertFairShare({ userId }: Caller, network: string): void {
    const places = Math.min(uploadsPerReplica, this.storage.maxConcurrentUploads);
    if (this.#underWay < places / 2) return;
    if ((this.#underWayOf.get(userId) ?? 0) >= uploadsWhileBusy)
      throw tooManyRequests(
        2,
        `The server is busy, and you already have ${uploadsWhileBusy} or more uploads in progress. Wait for one of them to finish and try again.`,
      );
    if ((this.#underWayOf.get(network) ?? 0) >= places * networkShareWhileBusy)
      throw tooManyRequests(
        2,
        'The server is busy, and your network already has many uploads in progress. Please try again in a moment.',
      );
  }

  #count({ userId }: Caller, network: string, change: 1 | -1): void {
    this.#underWay += change;
    for (const one of [userId, network]) {
      const own = (this.#underWayOf.get(one) ?? 0) + change;
      if (own > 0) this.#underWayOf.set(one, own);
      else this.#underWayOf.delete(one);
    }
  }

  async #store(caller: Caller, request: Request): Promise<Asset> {
    await this.pairing.ensure().catch((error: unknown) => {
      throw serviceUnavailable(error);
    });
    const signal = brokenOffSignal(request);
    const reservation = await this.reservations.reserve(caller, contentLengthOf(request), signal);
    try {
      const upload = await this.#receive(request, reservation);
      const { asset, storageKey } = await this.settlement.settle(reservation, upload);
      if (storageKey !== reservation.id) await this.#keepOne(upload, storageKey, reservation.id);
      return presentAsset(asset, this.config);
    } catch (error) {
      await this.#giveUp(reservation);
      throw error;
    }
  }

  async #receive(request: Request, reservation: Reservation): Promise<StoredUpload> {
    const renewing = setInterval(() => {
      this.reservations.renew(reservation).catch((error: unknown) => this.#logger.warn({ err: error }));
    }, renewEveryMs);
    try {
      return await receiveFile(request, routes.uploadAsset.file, reservation, (file) =>
        this.#storeFile(file, reservation.id),
      );
    } finally {
      clearInterval(renewing);
    }
  }

  /** Stores the file once its first bytes have been checked. */
  async #storeFile(file: IncomingFile, storageKey: string): Promise<StoredUpload> {
    const { name, category } = assetNameOf(file.name);
    const content = new CheckedContent(name);
    // Not a pipeline: an error of the storage must not be reported as one of the upload.
    file.bytes.on('error', (error) => content.destroy(error)).pipe(content);
    await once(content, 'readable');
    const stored = await this.storage.put(storageKey, content, file.signal).catch((error: unknown) => {
      const refusal = [content.errored, error].find((one) => one instanceof ApiError);
      throw refusal ?? (isDiskFull(error) ? diskFull(error) : serviceUnavailable(error));
    });
    const { size, hash, named } = content.sum();
    if (stored !== size)
      throw serviceUnavailable(new Error(`The storage has ${stored} of the ${size} bytes of ${storageKey}`));
    return { name, category, size, hash, named };
  }

  /** Ends the reservation first: if it has ended already, the bytes belong to an asset. */
  async #giveUp(reservation: Reservation): Promise<void> {
    try {
      if (await this.reservations.release(reservation)) await this.#discard(reservation.id);
    } catch (error) {
      this.#logger.warn(
        { err: error },
        'An upload could not be given up; it is cleaned up when its lease is over.',
      );
    }
  }

  /** Of bytes that were stored before, keeps the earlier copy, unless the storage has lost it. */
  async #keepOne({ hash, size }: StoredUpload, earlier: string, later: string): Promise<void> {
    try {
      const isLost = (await this.storage.sizeOf(earlier)) !== size;
      if (isLost && (await this.settlement.replaceLost(hash, earlier, later))) return;
    } catch (error) {
      this.#logger.warn(
        { err: error },
        `Bytes that were stored before could not be compared; their second copy ${later} is cleaned up later.`,
      );
      return;
    }
    await this.#discard(later);
  }

  async #discard(storageKey: string): Promise<void> {
    await this.storage.remove(storageKey).catch((error: unknown) => {
      this.#logger.warn({ err: error }, `Bytes that nobody has could not be removed yet: ${storageKey}`);
    });
  }
}

/** Null for a chunked body. */
function contentLengthOf({ headers }: Request): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}
