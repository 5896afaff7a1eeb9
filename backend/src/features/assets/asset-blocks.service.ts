import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../database/database.js';
import { AssetBlockEntity } from './asset.entity.js';
import { namedByFiles } from './file-references.js';

/** A project that is taken down, its owner, and the files that its code named when it was reported. */
interface TakenDownProject {
  projectId: string;
  ownerId: string;
  reported: string[];
}

/** Blocks the files of projects that were taken down, wherever they are used (ADR 21). */
@Injectable()
export class AssetBlocksService {
  constructor(private readonly database: Database) {}

  /**
   * Blocks the files that its code names, or named when it was published or reported, and what these name. Only the
   * owner's files: a project that names somebody else's must not block them. With kysely: inserts from a query.
   */
  async block({ projectId, ownerId, reported }: TakenDownProject): Promise<void> {
    const named = sql`
      select unnest(${reported}::text[])
      union all select asset_id from project_asset_references where project_id = ${projectId}
      union all select asset_id from asset_holds where project_id = ${projectId}`;
    const namedByThese = await namedByFiles(this.database, named);
    await sql`
      insert into asset_blocks (project_id, asset_id)
      select ${projectId}, id from assets
      where user_id = ${ownerId} and id in (${named} union all select unnest(${namedByThese}::text[]))
      for key share
      on conflict do nothing`.execute(this.database.sql);
  }

  /** Unblocks the project's files, except those that another takedown blocks. */
  async unblock(projectId: string): Promise<void> {
    await this.database.em.nativeDelete(AssetBlockEntity, { projectId });
  }
}
