import { defineEntity, p } from '@mikro-orm/core';

/** A stored file that no row knows, and when that was first seen. It is deleted a week later. */
export const OrphanedFileEntity = defineEntity({
  name: 'OrphanedFile',
  tableName: 'orphaned_files',
  properties: {
    storageKey: p.string().length(16).primary(),
    foundAt: p.datetime(),
  },
});
