import { Module } from '@nestjs/common';
import { AssetBlocks } from './asset-blocks.service.js';
import { AssetHoldsService } from './asset-holds.service.js';
import { AssetReconcilerService } from './asset-reconciler.service.js';
import { AssetsController } from './assets.controller.js';
import { AssetsService } from './assets.service.js';
import { ServedAssetsService } from './served-assets.service.js';
import { StorageComparison } from './storage-comparison.js';
import { StoragePairing } from './storage-pairing.service.js';
import { UploadReservations } from './upload-reservations.js';
import { UploadSettlement } from './upload-settlement.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [AssetsController],
  providers: [
    AssetsService,
    UploadsService,
    UploadReservations,
    UploadSettlement,
    AssetHoldsService,
    AssetBlocks,
    AssetReconcilerService,
    StorageComparison,
    StoragePairing,
    ServedAssetsService,
  ],
  exports: [
    StoragePairing,
    AssetsService,
    AssetHoldsService,
    AssetBlocks,
    AssetReconcilerService,
    ServedAssetsService,
    UploadsService,
  ],
})
export class AssetsModule {}
