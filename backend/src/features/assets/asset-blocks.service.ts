import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../database/database.js';
import { AssetBlockEntity } from './asset-uses.entity.js';

/** The code of a project that is taken down, in all versions that are known, and whose it is. */
interface TakenDownCode {
  projectId: string;
  ownerId: string;
  sources: string[];
}

/** Keeps back the files of projects that were taken down, wherever else they are used (ADR 21). */
@Injectable()
export class AssetBlocksService {
  constructor(private readonly database: Database) {}

  /** Of all that the code names, only what is its owner's: naming somebody else's file must not take that away. */
  async block({ projectId, ownerId, sources }: TakenDownCode): Promise<void> {
    await sql`
      insert into asset_blocks (project_id, asset_id)
      select ${projectId}, id from assets
      where id = any(${assetKeysIn(sources)}::text[]) and user_id = ${ownerId}
      for key share
      on conflict do nothing`.execute(this.database.sql);
  }

  /** Hands them out again, but for those that another takedown keeps back. */
  async unblock(projectId: string): Promise<void> {
    await this.database.em.nativeDelete(AssetBlockEntity, { projectId });
  }
}

/** A key stands by itself, as it does in an address. */
const key = /(?<![0-9A-Za-z])[0-9a-z]{16}(?![0-9A-Za-z])/g;

/** Everything in these texts that may be the key of an asset, each once. */
export function assetKeysIn(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(key) ?? []))];
}
