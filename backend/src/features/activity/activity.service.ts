import { Injectable } from '@nestjs/common';
import type { ActivityQuery, ModerationEvent } from '@studio/contract/http/activity';
import type { Subject } from '@studio/contract/http/audit';
import type { Page } from '@studio/contract/http/paging';
import { durations } from '@studio/contract/limits';
import { type Selectable, sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { newId } from '../../common/ids.js';
import { readPage } from '../../common/read-page.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import type { Tables } from '../../database/tables.js';

/** Something that moderators are told of. */
interface ActivityInput {
  type: ModerationEvent['type'];
  /** The account's id; null: the forum, or the studio itself. */
  actor: string | null;
  subject: Subject;
}

/** What moderators are told: live by `moderation:event`, and afterwards in a feed. */
@Injectable()
export class ActivityService {
  constructor(private readonly database: Database) {}

  /** Stores an event, inside the transaction of what it tells. @returns what to publish as `activity.recorded` after that. */
  async tell({ type, actor, subject }: ActivityInput): Promise<ModerationEvent> {
    const stored = await this.database.sql
      .insertInto('moderation_events')
      .values({
        id: newId(),
        actor_id: actor,
        actor_name: sql<string>`(select username from users where id = ${actor}::varchar)`,
        subject_kind: subject.kind,
        subject_id: subject.id,
        subject_name: subject.name,
        type,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentEvent(stored);
  }

  /** What happened, the latest first. */
  async list(query: ActivityQuery): Promise<Page<ModerationEvent>> {
    const kept = this.database.sql.selectFrom('moderation_events').where('at', '>', ago(durations.activity));
    const latest = kept.selectAll().orderBy('at', 'desc').orderBy('id');
    const count = async () =>
      (await kept.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;
    return readPage(query, count, async ({ limit, offset }) =>
      (await latest.limit(limit).offset(offset).execute()).map(presentEvent),
    );
  }

  /** Forgets what is older than 30 days. */
  @HousekeepingJob({ name: 'moderation-feed', cron: '2,32 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'moderation_events',
      where: sql`at <= ${ago(durations.activity)}`,
    });
  }
}

function presentEvent(row: Selectable<Tables['moderation_events']>): ModerationEvent {
  return {
    id: row.id,
    type: row.type,
    actor: row.actor_id === null ? null : { id: row.actor_id, username: row.actor_name ?? '' },
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    at: new Date(row.at).toISOString(),
  };
}
