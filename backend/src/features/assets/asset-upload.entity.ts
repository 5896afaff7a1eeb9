import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../users/user.entity.js';

/** An upload under way: what it may take of the quota, and where its bytes go. */
export const AssetUploadEntity = defineEntity({
  name: 'AssetUpload',
  tableName: 'asset_uploads',
  properties: {
    /** Also the storage key. */
    id: p.string().length(16).primary(),
    user: () => p.manyToOne(UserEntity).deleteRule('cascade').index('asset_uploads_user_index'),
    /** Bytes. */
    reserved: p.integer(),
    /** Renewed while bytes flow: what is past it has been killed, and is cleaned up. */
    leaseUntil: p.datetime(),
  },
});
