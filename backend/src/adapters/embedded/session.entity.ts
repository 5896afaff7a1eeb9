import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../../features/users/user.entity.js';

/** The session of a token: without this row the token is not valid. */
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

/** A single-use token that has been used. */
export const UsedTokenEntity = defineEntity({
  name: 'UsedToken',
  tableName: 'used_tokens',
  properties: {
    name: p.text().primary(),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'used_tokens_expiry_index', properties: ['expiresAt'] }],
});
