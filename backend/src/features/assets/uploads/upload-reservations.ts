import { Injectable } from '@nestjs/common';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ApiError, tooManyRequests } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { newId } from '../../../common/ids.js';
import { entityClock } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { lockAccount } from '../../users/users.service.js';
import { AssetUploadEntity } from '../asset.entity.js';

/** The part of the user's quota that an upload under way may use. */
export interface Reservation {
  /** Also the storage key for its bytes. */
  id: string;
  userId: string;
  /** Limit of the file's bytes. */
  bytes: number;
  /** The error for a larger file. */
  tooLarge: ApiError;
}

/** Limits of an account's files including deleted ones, whose bytes are kept for another day. */
export const bytesWithDeleted = 2 * limits.storageBytes;
export const filesWithDeleted = 2 * limits.filesPerAccount;
/** How many bytes a multipart body may have besides the file. */
export const overheadBytes = 64 * 1_024;
/** Renewed four times in this time, so that it expires only if the process has died. */
const leaseMs = 120_000;
export const renewEveryMs = leaseMs / 4;

/** Reserves quota before bytes arrive, so that parallel uploads cannot exceed it together. */
@Injectable()
export class UploadReservations {
  constructor(private readonly database: Database) {}

  /**
   * Reserves quota for a body of `contentLength` bytes, null if unknown.
   * @throws ApiError 413 where it does not fit or is one file too many, 429 where too many uploads are under way; the
   * signal's reason if it is aborted while waiting for the user's other transactions.
   */
  reserve({ userId }: Caller, contentLength: number | null, signal: AbortSignal): Promise<Reservation> {
    if ((contentLength ?? 0) > limits.assetBytes + overheadBytes) throw fileTooLarge();
    const makeRoom = async () => {
      await lockAccount(this.database, userId);
      const { taken, files, uploads, deleted } = await this.#used(userId);
      if (uploads >= limits.uploadsPerAccount) throw tooManyUploads();
      if (files + uploads >= limits.filesPerAccount) throw tooManyFiles();
      if (files + uploads + deleted.files >= filesWithDeleted) throw tooMuchDeleted();
      const room = Math.max(0, limits.storageBytes - taken);
      const left = Math.max(0, Math.min(room, bytesWithDeleted - taken - deleted.bytes));
      const noRoom = left < room ? tooMuchDeleted() : quotaExceeded();
      if ((contentLength ?? 0) > left + overheadBytes) throw noRoom;
      const bytes = Math.min(contentLength ?? limits.assetBytes, limits.assetBytes, left);
      const id = newId();
      const upload = { id, user: userId, reserved: bytes, leaseUntil: entityClock.fromNow(leaseMs) };
      await this.database.em.insert(AssetUploadEntity, upload);
      return { id, userId, bytes, tooLarge: bytes === limits.assetBytes ? fileTooLarge() : noRoom };
    };
    return this.database.transactionOn(userId, makeRoom, signal);
  }

  /** Extends a reservation's lease. */
  async renew({ id }: Reservation): Promise<void> {
    await this.database.em.nativeUpdate(AssetUploadEntity, id, { leaseUntil: entityClock.fromNow(leaseMs) });
  }

  /** Ends a reservation. @returns false if it does not exist any more, so its bytes may belong to an asset by now. */
  async release({ id }: Pick<Reservation, 'id'>): Promise<boolean> {
    return (await this.database.em.nativeDelete(AssetUploadEntity, id)) > 0;
  }

  /** Bytes and numbers of the user's assets, running uploads and deleted files. With kysely: one statement. */
  async #used(userId: string) {
    const { rows } = await sql<{
      taken: string;
      files: number;
      uploads: number;
      gone_bytes: string;
      gone_files: number;
    }>`
      select stored.bytes + coming.bytes as taken, stored.files, coming.uploads,
        gone.bytes as gone_bytes, gone.files as gone_files
      from
        (select coalesce(sum(size), 0) as bytes, count(*)::int as files
          from assets where user_id = ${userId} and deleted_at is null) stored,
        (select coalesce(sum(reserved), 0) as bytes, count(*)::int as uploads
          from asset_uploads where user_id = ${userId} and lease_until > now()) coming,
        (select coalesce(sum(size), 0) as bytes, count(*)::int as files
          from stored_objects where unused_by = ${userId} and unused_since is not null) gone`.execute(
      this.database.sql,
    );
    const { taken = '0', files = 0, uploads = 0, gone_bytes = '0', gone_files = 0 } = rows[0] ?? {};
    return {
      taken: Number(taken),
      files,
      uploads,
      deleted: { bytes: Number(gone_bytes), files: gone_files },
    };
  }
}

function tooManyUploads(): ApiError {
  return tooManyRequests(
    2,
    `You already have ${limits.uploadsPerAccount} uploads in progress. Wait for one of them to finish and try again.`,
  );
}

function tooManyFiles(): ApiError {
  const most = limits.filesPerAccount.toLocaleString('en');
  return new ApiError(
    413,
    'quota_exceeded',
    `You have reached the limit of ${most} files. Delete some and try again.`,
  );
}

function tooMuchDeleted(): ApiError {
  return new ApiError(
    413,
    'quota_exceeded',
    `Deleted files count for another day. Including them, the limit is ${bytesWithDeleted / 1_073_741_824} GB and ${filesWithDeleted.toLocaleString('en')} files. Try again tomorrow.`,
  );
}

function fileTooLarge(): ApiError {
  const megabytes = limits.assetBytes / 1_048_576;
  return new ApiError(
    413,
    'payload_too_large',
    `The file is too large. The limit is ${megabytes} MB per file.`,
  );
}

function quotaExceeded(): ApiError {
  return new ApiError(
    413,
    'quota_exceeded',
    'There is not enough space for this file. Your files can use up to 1 GB. Delete some and try again.',
  );
}
