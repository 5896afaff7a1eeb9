import { defineEntity, p } from '@mikro-orm/core';
import type { AssetCategory } from '@studio/contract/http/assets';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';

/** A file with its name. The id is also the key in its address; whoever knows it may read the file. */
export const AssetEntity = defineEntity({
  name: 'Asset',
  tableName: 'assets',
  properties: {
    id: p.string().length(16).primary(),
    /** Null: the account has been deleted, and forks keep the file. */
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

/** Bytes in the asset storage. Equal bytes are stored once, however many assets have them. */
export const StoredObjectEntity = defineEntity({
  name: 'StoredObject',
  tableName: 'stored_objects',
  properties: {
    /** SHA-256 of the bytes, in lower-case hex. */
    hash: p.string().length(64).primary(),
    /** The key in the storage; keys are never used again. */
    storageKey: p.string().length(16).unique('stored_objects_key_unique'),
    size: p.integer(),
    /** How many assets have these bytes. */
    refs: p.integer(),
    /** Since when no asset has them; they are deleted after a grace period. */
    unusedSince: p.datetime().nullable(),
    /** The account that had them last; they count for it until they are deleted. */
    unusedBy: p.string().length(16).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The keys of files that the text names, by address; null: it has not been searched yet (ADR 63). */
    namedAssets: p.array().nullable(),
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

/** A stored file that no row refers to, and when it was first found. It is deleted a week later. */
export const OrphanedFileEntity = defineEntity({
  name: 'OrphanedFile',
  tableName: 'orphaned_files',
  properties: {
    storageKey: p.string().length(16).primary(),
    foundAt: p.datetime(),
  },
});

/** An upload under way: its share of the quota, and its storage key. */
export const AssetUploadEntity = defineEntity({
  name: 'AssetUpload',
  tableName: 'asset_uploads',
  properties: {
    /** Also the storage key. */
    id: p.string().length(16).primary(),
    user: () => p.manyToOne(UserEntity).deleteRule('cascade').index('asset_uploads_user_index'),
    /** Bytes. */
    reserved: p.integer(),
    /** Renewed while bytes arrive. After it, the upload's process must have died, and the upload is cleaned up. */
    leaseUntil: p.datetime(),
  },
});

/**
 * A project keeps an asset that its code named when it was forked, or that a published version of it names
 * (specification: Sharing and forks).
 */
export const AssetHoldEntity = defineEntity({
  name: 'AssetHold',
  tableName: 'asset_holds',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    asset: () => p.manyToOne(AssetEntity).primary().deleteRule('cascade').index('asset_holds_asset_index'),
  },
});

/**
 * An asset that is not served, because a project that uses it was taken down. The project may have been deleted
 * since.
 */
export const AssetBlockEntity = defineEntity({
  name: 'AssetBlock',
  tableName: 'asset_blocks',
  properties: {
    asset: () => p.manyToOne(AssetEntity).primary().deleteRule('cascade'),
    projectId: p.string().length(16).primary().index('asset_blocks_project_index'),
  },
});

/**
 * A project's code names a file, of any user. A trigger of the database maintains this table when code is stored
 * (ADR 32). The file may have been deleted; ids are never used again.
 */
export const AssetReferenceEntity = defineEntity({
  name: 'AssetReference',
  tableName: 'project_asset_references',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    assetId: p.string().length(16).primary().index('project_asset_references_asset_index'),
  },
});
