import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../../features/users/user.entity.js';

/** What stands behind each token: without its row a token is worth nothing. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.string().length(16).primary(),
    user: () => p.manyToOne(UserEntity).deleteRule('cascade').index('sessions_user_index'),
    expiresAt: p.datetime(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'sessions_expiry_index', properties: ['expiresAt'] }],
});

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
