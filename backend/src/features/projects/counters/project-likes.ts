import { Injectable } from '@nestjs/common';
import type { Likes } from '@studio/contract/http/likes';
import { sql } from 'kysely';
import { EventPublisher } from '../../../common/domain-events.js';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { Database } from '../../../database/database.js';
import { assertMayLike, assertMayRead } from '../project.policy.js';
import { audienceOf, rightsOf } from '../project-row.js';

/**
 * Likes: a row per like, and their number in the project, changed in one transaction. With kysely: the number changes
 * by the added or removed rows, and a like that exists already must not be an error.
 */
@Injectable()
export class ProjectLikes {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Sets, clears or toggles the caller's like.
   * @throws ApiError 404 where the caller may not read the project, 403 where they may not like it.
   */
  async change(id: string, caller: Caller, wanted: boolean | 'toggle'): Promise<Likes> {
    const { project, likes, isLiked, changed } = await this.database.transactionOn(
      [caller.userId, id],
      async () => {
        // Locked, so that likes of one project run one by one, and the counter stays the number of rows.
        const project = await this.database.sql
          .selectFrom('projects')
          .select(['id', 'user_id', 'is_public', 'is_embeddable', 'likes'])
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!project) throw notFound();
        assertMayRead(rightsOf(project), caller);

        const removed = wanted === true ? 0 : await this.#remove(id, caller.userId);
        const added =
          wanted === true || (wanted === 'toggle' && removed === 0) ? await this.#add(id, caller.userId) : 0;
        if (added > 0) assertMayLike(rightsOf(project), caller);
        const likes = project.likes + added - removed;
        if (added !== removed) {
          await this.database.sql
            .updateTable('projects')
            .set({ likes: sql`likes + ${added - removed}::int` })
            .where('id', '=', id)
            .execute();
        }
        const isLiked = wanted === 'toggle' ? added === 1 : wanted;
        return { project, likes, isLiked, changed: added !== removed };
      },
    );
    if (changed) {
      const liker = { userId: caller.userId, isLiked };
      this.events.publish('project.liked', { project: audienceOf(project), likes, liker });
    }
    return { likes, isLiked };
  }

  async #add(projectId: string, userId: string): Promise<number> {
    const added = await this.database.sql
      .insertInto('project_likes')
      .values({ project_id: projectId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Number(added.numInsertedOrUpdatedRows ?? 0);
  }

  async #remove(projectId: string, userId: string): Promise<number> {
    const removed = await this.database.sql
      .deleteFrom('project_likes')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(removed.numDeletedRows);
  }
}
