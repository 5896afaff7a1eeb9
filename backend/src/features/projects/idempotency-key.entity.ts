import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../users/user.entity.js';

/** Which project an Idempotency-Key made, so that a repeated create finds it. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade'),
    key: p.text().primary(),
    /** SHA-256 of the body, to tell a repetition from another request. */
    bodyHash: p.text(),
    /** Claimed before the project is stored, so it is no foreign key. */
    projectId: p.string().length(16),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'idempotency_keys_time_index', properties: ['createdAt'] }],
});
