import { Injectable } from '@nestjs/common';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { ApiError, tooManyRequests } from '../../common/api-error.js';
import type { Caller } from '../../common/caller.js';
import { newId } from '../../common/ids.js';
import { fromNow } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { lockUser } from './user-lock.js';

/** Room that an upload under way has of its user's quota. */
export interface Reservation {
  /** Also the storage key that its bytes go to. */
  id: string;
  userId: string;
  /** The most bytes that its file may have. */
  bytes: number;
  /** What to answer to a file that is larger. */
  tooLarge: ApiError;
}

/** What a multipart body may have besides its file's bytes. */
export const overheadBytes = 64 * 1_024;
/** Renewed four times as often, so that only a process that is gone lets it pass. */
const leaseMs = 120_000;
export const renewEveryMs = leaseMs / 4;

/** Takes room from the quota before bytes flow, so that uploads at the same time cannot pass it together. */
@Injectable()
export class UploadReservations {
  constructor(private readonly database: Database) {}

  /**
   * Makes room for a body of `contentLength` bytes; null where that is not known.
   * @throws ApiError 413 where it cannot fit or is one file too many, 429 where so many are under way already.
   */
  reserve({ userId }: Caller, contentLength: number | null): Promise<Reservation> {
    if ((contentLength ?? 0) > limits.assetBytes + overheadBytes) throw fileTooLarge();
    return this.database.transaction(async () => {
      await lockUser(this.database, userId);
      const { taken, files, uploads } = await this.#used(userId);
      if (uploads >= limits.uploadsAtOnce) throw tooManyUploads();
      if (files + uploads >= limits.filesPerAccount) throw tooManyFiles();
      const left = Math.max(0, limits.storageBytes - taken);
      if ((contentLength ?? 0) > left + overheadBytes) throw quotaExceeded();
      const bytes = Math.min(contentLength ?? limits.assetBytes, limits.assetBytes, left);
      const id = newId();
      await this.database.sql
        .insertInto('asset_uploads')
        .values({ id, user_id: userId, reserved: bytes, lease_until: fromNow(leaseMs) })
        .execute();
      return { id, userId, bytes, tooLarge: bytes === limits.assetBytes ? fileTooLarge() : quotaExceeded() };
    });
  }

  /** Keeps a reservation for another while. */
  async renew({ id }: Reservation): Promise<void> {
    await this.database.sql
      .updateTable('asset_uploads')
      .set({ lease_until: fromNow(leaseMs) })
      .where('id', '=', id)
      .execute();
  }

  /** Gives the room back. False: the reservation is not there any more, so its bytes belong to an asset by now. */
  async release({ id }: Pick<Reservation, 'id'>): Promise<boolean> {
    const released = await this.database.sql
      .deleteFrom('asset_uploads')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return released !== undefined;
  }

  /** Of the user's assets, and of uploads that are alive: their bytes together, and how many there are of each. */
  async #used(userId: string): Promise<{ taken: number; files: number; uploads: number }> {
    const { rows } = await sql<{ taken: string; files: number; uploads: number }>`
      select stored.bytes + coming.bytes as taken, stored.files, coming.uploads
      from
        (select coalesce(sum(size), 0) as bytes, count(*)::int as files
          from assets where user_id = ${userId} and deleted_at is null) stored,
        (select coalesce(sum(reserved), 0) as bytes, count(*)::int as uploads
          from asset_uploads where user_id = ${userId} and lease_until > now()) coming`.execute(
      this.database.sql,
    );
    const { taken = '0', files = 0, uploads = 0 } = rows[0] ?? {};
    return { taken: Number(taken), files, uploads };
  }
}

function tooManyUploads(): ApiError {
  return tooManyRequests(
    2,
    `You have ${limits.uploadsAtOnce} uploads under way. Wait until one of them has ended, and try again.`,
  );
}

function tooManyFiles(): ApiError {
  const most = limits.filesPerAccount.toLocaleString('en');
  return new ApiError(
    413,
    'quota_exceeded',
    `An account holds at most ${most} files, and yours has as many. Delete some and try again.`,
  );
}

function fileTooLarge(): ApiError {
  const megabytes = limits.assetBytes / 1_048_576;
  return new ApiError(
    413,
    'payload_too_large',
    `A file may have at most ${megabytes} MB. Make it smaller and try again.`,
  );
}

function quotaExceeded(): ApiError {
  return new ApiError(
    413,
    'quota_exceeded',
    'There is no room for this file: your files may have 1 GB together. Delete some and try again.',
  );
}
