import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from '../projects/project.entity.js';

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
