import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from '../projects/project.entity.js';
import { AssetEntity } from './asset.entity.js';

/** A fork keeps an asset that its code named when it was made, whatever the owner does with it (specification: Sharing and forks). */
export const AssetHoldEntity = defineEntity({
  name: 'AssetHold',
  tableName: 'asset_holds',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    asset: () => p.manyToOne(AssetEntity).primary().deleteRule('cascade').index('asset_holds_asset_index'),
  },
});

/** An asset that nobody is handed, because a project that uses it was taken down. The project itself may be gone. */
export const AssetBlockEntity = defineEntity({
  name: 'AssetBlock',
  tableName: 'asset_blocks',
  properties: {
    asset: () => p.manyToOne(AssetEntity).primary().deleteRule('cascade'),
    projectId: p.string().length(16).primary().index('asset_blocks_project_index'),
  },
});

/**
 * A project's code names a file, anybody's: the database keeps this by itself, as code is stored (ADR 32). The file may
 * be gone by now; its id never comes again.
 */
export const AssetReferenceEntity = defineEntity({
  name: 'AssetReference',
  tableName: 'project_asset_references',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    assetId: p.string().length(16).primary().index('project_asset_references_asset_index'),
  },
});
