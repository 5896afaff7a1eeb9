import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { Database } from '../../../database/database.js';
import { mayEmbed, mayRead } from '../project.policy.js';
import { rightsOf } from '../project-row.js';

/** What other features do with a project that somebody sees. */
@Injectable()
export class VisibleProjectsService {
  constructor(private readonly database: Database) {}

  /**
   * A project that the caller sees, by itself or embedded, which stays so until the transaction around this has ended.
   * @throws ApiError 404
   */
  async lock(id: string, caller: Caller): Promise<{ ownerId: string; title: string }> {
    const row = await this.database.sql
      .selectFrom('projects')
      .select(['user_id', 'is_public', 'is_embeddable', 'title'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!row) throw notFound();
    const rights = rightsOf(row);
    if (!mayRead(rights, caller) && !mayEmbed(rights)) throw notFound();
    return { ownerId: row.user_id, title: row.title };
  }
}
