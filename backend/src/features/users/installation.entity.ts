import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from './user.entity.js';

/** One row, written by the first start: it has happened, and this user is always admin (CONTRACT 1, ADMIN_EMAIL). */
export const InstallationEntity = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    admin: () => p.oneToOne(UserEntity).primary().owner().deleteRule('restrict'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
