import { Global, Module } from '@nestjs/common';
import { AssetStorage } from '../../ports/asset-storage.js';
import { MinioAssetStorage } from './minio-asset-storage.js';

/** Users' files on an S3 server. */
@Global()
@Module({
  providers: [{ provide: AssetStorage, useClass: MinioAssetStorage }],
  exports: [AssetStorage],
})
export class S3StorageModule {}
