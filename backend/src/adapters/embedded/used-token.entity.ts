import { defineEntity, p } from '@mikro-orm/core';

/** A token that was good for one use, and has had it. */
export const UsedTokenEntity = defineEntity({
  name: 'UsedToken',
  tableName: 'used_tokens',
  properties: {
    name: p.text().primary(),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'used_tokens_expiry_index', properties: ['expiresAt'] }],
});
