import type { InferEntity } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { ModerationEvent } from '@studio/contract/http/activity';
import type { Subject } from '@studio/contract/http/audit';
import type { Page, PageQuery } from '@studio/contract/http/paging';
import { sql } from 'kysely';
import { EventPublisher } from '../../common/domain-events.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { newId } from '../../common/ids.js';
import { readPage } from '../../common/read-page.js';
import { ago, entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { UserEntity } from '../users/user.entity.js';
import { ModerationEventEntity } from './moderation-event.entity.js';

/** An event for moderators. */
interface ActivityInput {
  type: ModerationEvent['type'];
  /** The account's id; null: the forum, or the studio itself. */
  actor: string | null;
  subject: Subject;
}

/** The moderators' feed of events, which are also sent live as `moderation:event`. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {}

  /** Stores an event in the caller's transaction, and publishes it as `activity.recorded` after the commit. */
  async recordAndPublish({ type, actor, subject }: ActivityInput): Promise<void> {
    const event = this.database.em.create(ModerationEventEntity, {
      id: newId(),
      actorId: actor,
      actorName: await this.#nameOf(actor),
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      type,
    });
    this.database.em.persist(event);
    await this.database.em.flush();
    this.database.afterCommit(() => this.events.publish('activity.recorded', presentEvent(event)));
  }

  async #nameOf(userId: string | null): Promise<string | null> {
    if (userId === null) return null;
    const only = { fields: ['username'], disableIdentityMap: true } as const;
    return (await this.database.em.findOne(UserEntity, userId, only))?.username ?? null;
  }

  /** The events of the last 30 days, the latest first. */
  list(query: PageQuery): Promise<Page<ModerationEvent>> {
    const { em } = this.database;
    const kept = () => ({ at: { $gt: entityClock.ago(durations.activity) } });
    return readPage(
      query,
      () => em.count(ModerationEventEntity, kept()),
      async (page) => {
        const events = await em.find(ModerationEventEntity, kept(), {
          ...page,
          orderBy: { at: 'desc', id: 'asc' },
        });
        return events.map(presentEvent);
      },
    );
  }

  /** Deletes events that are older than 30 days. */
  @HousekeepingJob({ name: 'moderation-feed', cron: '2,32 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'moderation_events',
      where: sql`at <= ${ago(durations.activity)}`,
    });
  }
}

function presentEvent(event: InferEntity<typeof ModerationEventEntity>): ModerationEvent {
  return {
    id: event.id,
    type: event.type,
    actor: event.actorId ? { id: event.actorId, username: event.actorName ?? '' } : null,
    subject: { kind: event.subjectKind, id: event.subjectId, name: event.subjectName },
    at: event.at.toISOString(),
  };
}
