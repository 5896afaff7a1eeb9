import { defineEntity, p } from '@mikro-orm/core';

/** What the forum has told of somebody. Kept permanently: what was signed once can be sent again for as long as the secret is the same. */
export const ForumEventEntity = defineEntity({
  name: 'ForumEvent',
  tableName: 'forum_events',
  properties: {
    /** The HMAC-SHA256 of its body, in hex. */
    signature: p.text().primary(),
    at: p.datetime().defaultRaw('now()'),
  },
});
