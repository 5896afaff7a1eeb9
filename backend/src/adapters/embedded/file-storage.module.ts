import { Global, Module } from '@nestjs/common';
import { AssetStorage } from '../../ports/asset-storage.js';
import { FileAssetStorage } from './file-asset-storage.js';

/** Users' files on this machine's disk. */
@Global()
@Module({
  providers: [{ provide: AssetStorage, useClass: FileAssetStorage }],
  exports: [AssetStorage],
})
export class FileStorageModule {}
