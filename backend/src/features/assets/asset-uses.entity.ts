import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from '../projects/project.entity.js';
import { AssetEntity } from './asset.entity.js';

/** A fork keeps an asset that its code named when it was made, whatever the owner does with it (CONTRACT 2). */
export const AssetHoldEntity = defineEntity({
  name: 'AssetHold',
  tableName: 'asset_holds',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    asset: () => p.manyToOne(AssetEntity).primary().deleteRule('cascade').index('asset_holds_asset_index'),
  },
});
