import { defineEntity, p } from '@mikro-orm/core';

/**
 * A webhook event about a person. Kept permanently, because a signed event can be replayed while the secret is the
 * same.
 */
export const ForumEventEntity = defineEntity({
  name: 'ForumEvent',
  tableName: 'forum_events',
  properties: {
    /** HMAC-SHA256 of the body, in hex; for a sign-out and a deletion once more with its name. */
    signature: p.text().primary(),
    at: p.datetime().defaultRaw('now()'),
  },
});
