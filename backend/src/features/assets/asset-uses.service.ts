import { Injectable } from '@nestjs/common';
import { limits } from '@studio/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../common/errors/api-error.js';
import { Database } from '../../database/database.js';
import { assetsNamedIn } from '../../database/named-assets.js';
import { AssetBlockEntity } from './asset.entity.js';

/** A project, and whose it is. */
interface Holder {
  id: string;
  userId: string;
}

/**
 * Keeps the assets that forks and published versions use, whatever their owners do (specification: Sharing and forks).
 * With kysely: rows are inserted from a query that locks the assets.
 */
@Injectable()
export class AssetHoldsService {
  constructor(private readonly database: Database) {}

  /**
   * Makes a fork keep every asset that its code names. Inside the transaction that makes the fork, in
   * which its owner is locked: of two at once the second sees what the first keeps.
   * @throws ApiError 413 where the user's projects would keep more than 1 GiB of assets.
   */
  async holdReferenced(fork: Holder): Promise<void> {
    await this.#hold(
      fork,
      sql`in (select asset_id from project_asset_references where project_id = ${fork.id})`,
    );
  }

  /** The same for a revision that is being published, by its code. @throws ApiError 413 */
  async holdNamedIn(project: Holder, rev: number): Promise<void> {
    await this.#hold(
      project,
      sql`in (
        select named.id
        from project_revisions r, lateral (${sql.raw(assetsNamedIn('r.html, r.css, r.js'))}) named
        where r.project_id = ${project.id} and r.rev = ${rev})`,
    );
  }

  async #hold({ id, userId }: Holder, areUsed: RawBuilder<unknown>): Promise<void> {
    // An asset that is being deleted is either kept, or not there any more; a deleted one is there while it is kept.
    const { numAffectedRows = 0n } = await sql`
      insert into asset_holds (project_id, asset_id)
      select ${id}, id from assets
      where id ${areUsed}
        and ((deleted_at is null and user_id is not null) or exists (select from asset_holds where asset_id = assets.id))
      for key share
      on conflict do nothing`.execute(this.database.sql);
    if (numAffectedRows > 0n && (await this.#heldBytes(userId)) > limits.storageBytes) throw tooMuchHeld();
  }

  /** The owner's own assets count too: after their deletion only these projects keep them. */
  async #heldBytes(userId: string): Promise<number> {
    const { held } = await this.database.sql
      .selectFrom('assets')
      .select(sql<string>`coalesce(sum(size), 0)`.as('held'))
      .where('id', 'in', (held) =>
        held
          .selectFrom('asset_holds')
          .innerJoin('projects', 'projects.id', 'asset_holds.project_id')
          .select('asset_holds.asset_id')
          .where('projects.user_id', '=', userId),
      )
      .executeTakeFirstOrThrow();
    return Number(held);
  }
}

function tooMuchHeld(): ApiError {
  return new ApiError(
    413,
    'quota_exceeded',
    'Your forks and published versions would use more than 1 GB of files. Delete projects that you do not need. Those in the trash count until they are removed from it after 30 days.',
  );
}

/** A project that is taken down, whose it is, and the files that its code named when it was reported. */
interface TakenDownProject {
  projectId: string;
  ownerId: string;
  reported: string[];
}

/** Blocks the files of projects that were taken down, wherever else they are used (ADR 21). */
@Injectable()
export class AssetBlocksService {
  constructor(private readonly database: Database) {}

  /**
   * Those that its code names, or named when it was published or reported. Only its owner's files: naming somebody else's
   * must not block them. With kysely: rows inserted from a query.
   */
  async block({ projectId, ownerId, reported }: TakenDownProject): Promise<void> {
    await sql`
      insert into asset_blocks (project_id, asset_id)
      select ${projectId}, id from assets
      where user_id = ${ownerId} and (
        id = any(${reported}::text[])
        or id in (select asset_id from project_asset_references where project_id = ${projectId})
        or id in (select asset_id from asset_holds where project_id = ${projectId}))
      for key share
      on conflict do nothing`.execute(this.database.sql);
  }

  /** Serves them again, except those that another takedown blocks. */
  async unblock(projectId: string): Promise<void> {
    await this.database.em.nativeDelete(AssetBlockEntity, { projectId });
  }
}
