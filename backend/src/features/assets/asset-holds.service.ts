import { Injectable } from '@nestjs/common';
import { limits } from '@studio/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../common/errors/api-error.js';
import { Database } from '../../database/database.js';
import { assetsNamedIn } from '../../database/named-assets.js';
import { namedByFiles } from './file-references.js';

/** A project and its owner. */
interface OwnedProject {
  id: string;
  userId: string;
}

/**
 * Keeps the assets that forks and published versions use, even if their owners delete them
 * (specification: Sharing and forks). With kysely: rows are inserted from a query that locks the assets.
 */
@Injectable()
export class AssetHoldsService {
  constructor(private readonly database: Database) {}

  /**
   * Makes a fork keep every asset of its source that its code names, and what these files name. Inside the transaction
   * that creates the fork, with the owner locked, so that a second fork at the same time counts what the first one keeps.
   * @throws ApiError 413 where the user's projects would keep more than 1 GiB of assets.
   */
  async holdReferenced(fork: OwnedProject, source: OwnedProject): Promise<void> {
    await this.#hold(
      fork,
      source,
      sql`select asset_id from project_asset_references where project_id = ${fork.id}`,
    );
  }

  /**
   * Makes a project keep every asset of its own that the code of a revision names, and what these files name, when the
   * revision is published.
   * @throws ApiError 413
   */
  async holdNamedIn(project: OwnedProject, rev: number): Promise<void> {
    // Once: both statements below would read the whole code again.
    const { rows } = await sql<{ id: string }>`
      select named.id
      from project_revisions r, lateral (${sql.raw(assetsNamedIn('r.html, r.css, r.js'))}) named
      where r.project_id = ${project.id} and r.rev = ${rev}`.execute(this.database.sql);
    const ids = rows.map(({ id }) => id);
    await this.#hold(project, project, sql`select unnest(${ids}::text[])`);
  }

  /** Somebody else's assets only where `source` keeps them: to name them is not enough (ADR 12). */
  async #hold({ id, userId }: OwnedProject, source: OwnedProject, named: RawBuilder<unknown>): Promise<void> {
    const namedByThese = await namedByFiles(this.database, named);
    // The lock waits for deletions under way. A deleted asset can be kept only while another project still keeps it.
    const { numAffectedRows = 0n } = await sql`
      insert into asset_holds (project_id, asset_id)
      select ${id}, id from assets
      where id in (${named} union all select unnest(${namedByThese}::text[]))
        and (user_id in (${userId}, ${source.userId})
          or id in (select asset_id from asset_holds where project_id = ${source.id}))
        and ((deleted_at is null and user_id is not null) or exists (select from asset_holds where asset_id = assets.id))
      for key share
      on conflict do nothing`.execute(this.database.sql);
    if (numAffectedRows > 0n && (await this.#heldBytes(userId)) > limits.storageBytes) throw tooMuchHeld();
  }

  /** Includes the user's own assets: once deleted, they are stored only for these projects. */
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
