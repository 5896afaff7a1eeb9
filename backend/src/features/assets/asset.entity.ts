import { defineEntity, p } from '@mikro-orm/core';
import type { AssetCategory } from '@studio/contract/http/assets';
import { UserEntity } from '../users/user.entity.js';
import { StoredObjectEntity } from './stored-object.entity.js';

/** A file with its name. The id is also the key in its address, and knowing it is the right to read it. */
export const AssetEntity = defineEntity({
  name: 'Asset',
  tableName: 'assets',
  properties: {
    id: p.string().length(16).primary(),
    /** Null: the account is gone, and forks keep the file. */
    user: () => p.manyToOne(UserEntity).nullable().deleteRule('set null'),
    name: p.text(),
    category: p.string().length(6).$type<AssetCategory>(),
    size: p.integer(),
    object: () =>
      p
        .manyToOne(StoredObjectEntity)
        .fieldName('object_hash')
        .deleteRule('restrict')
        .index('assets_object_index'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When its owner deleted it; the row stays as long as a fork keeps it. */
    deletedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'assets_own',
      expression:
        'create index "assets_own" on "assets" ("user_id", "created_at" desc, "id") where "deleted_at" is null',
    },
    {
      name: 'assets_name_unique',
      expression:
        'create unique index "assets_name_unique" on "assets" ("user_id", lower("name")) where "deleted_at" is null',
    },
  ],
});
