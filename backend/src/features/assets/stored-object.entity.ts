import { defineEntity, p } from '@mikro-orm/core';

/** Bytes in the asset storage. Equal bytes are stored once, however many assets have them. */
export const StoredObjectEntity = defineEntity({
  name: 'StoredObject',
  tableName: 'stored_objects',
  properties: {
    /** SHA-256 of the bytes, in lower-case hex. */
    hash: p.string().length(64).primary(),
    /** Where the storage has them: a key of their own, never used before. */
    storageKey: p.string().length(16).unique('stored_objects_key_unique'),
    size: p.integer(),
    /** How many assets have these bytes. */
    refs: p.integer(),
    /** Since when no asset has them; they are deleted after a grace period. */
    unusedSince: p.datetime().nullable(),
    /** Whose they were last: for as long as they are there they count for that account. */
    unusedBy: p.string().length(16).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'stored_objects_unused_by',
      expression:
        'create index "stored_objects_unused_by" on "stored_objects" ("unused_by") where "unused_since" is not null',
    },
    {
      name: 'stored_objects_unused',
      expression:
        'create index "stored_objects_unused" on "stored_objects" ("unused_since") where "unused_since" is not null',
    },
  ],
});
