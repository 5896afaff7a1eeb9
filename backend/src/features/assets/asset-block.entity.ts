import { defineEntity, p } from '@mikro-orm/core';
import { AssetEntity } from './asset.entity.js';

/** An asset that nobody is handed, because a project that uses it was taken down. The project itself may be gone. */
export const AssetBlockEntity = defineEntity({
  name: 'AssetBlock',
  tableName: 'asset_blocks',
  properties: {
    asset: () => p.manyToOne(AssetEntity).primary().deleteRule('cascade'),
    projectId: p.string().length(16).primary().index('asset_blocks_project_index'),
  },
});
