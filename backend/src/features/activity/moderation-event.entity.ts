import { defineEntity, p } from '@mikro-orm/core';
import type { ModerationEvent } from '@studio/contract/http/activity';
import type { Subject } from '@studio/contract/http/audit';

/** An event for moderators, kept for 30 days. */
export const ModerationEventEntity = defineEntity({
  name: 'ModerationEvent',
  tableName: 'moderation_events',
  properties: {
    id: p.string().length(16).primary(),
    /** Null: the forum, or the studio itself. */
    actorId: p.string().length(16).nullable(),
    actorName: p.text().nullable(),
    subjectKind: p.text().$type<Subject['kind']>(),
    subjectId: p.string().length(16),
    subjectName: p.text(),
    type: p.text().$type<ModerationEvent['type']>(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    {
      name: 'moderation_events_latest',
      expression: 'create index "moderation_events_latest" on "moderation_events" ("at" desc, "id")',
    },
    {
      name: 'moderation_events_type',
      expression: 'create index "moderation_events_type" on "moderation_events" ("type", "at")',
    },
    {
      name: 'moderation_events_actor',
      expression: 'create index "moderation_events_actor" on "moderation_events" ("actor_id", "at")',
    },
  ],
});
