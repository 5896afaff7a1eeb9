import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from './user.entity.js';

/** One row, written by the first start: it has happened, and this user is always admin (CONTRACT 1, ADMIN_EMAIL). */
export const InstallationEntity = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    admin: () => p.oneToOne(UserEntity).primary().owner().deleteRule('restrict'),
    /** What the storage is marked with. */
    storageId: p.uuid().defaultRaw('gen_random_uuid()'),
    /** When the storage was marked first; null: it has not been there yet, or is older than marks. */
    storagePairedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
