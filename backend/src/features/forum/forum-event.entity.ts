import { defineEntity, p } from '@mikro-orm/core';

/** An event of the forum that has been obeyed, by the id that it has there. */
export const ForumEventEntity = defineEntity({
  name: 'ForumEvent',
  tableName: 'forum_events',
  properties: {
    id: p.text().primary(),
    at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'forum_events_time_index', properties: ['at'] }],
});
