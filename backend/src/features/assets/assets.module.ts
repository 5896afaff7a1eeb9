import { Module } from '@nestjs/common';
import { AssetBlocks } from './asset-blocks.service.js';
import { AssetHoldsService } from './asset-holds.service.js';
import { AssetsController } from './assets.controller.js';
import { AssetsService } from './assets.service.js';
import { AssetReconcilerService } from './reconciliation/asset-reconciliation.service.js';
import { StorageComparison } from './reconciliation/storage-comparison.js';
import { StoragePairing } from './reconciliation/storage-pairing.service.js';
import { ServedAssetsService } from './served-assets.service.js';
import { UploadReservations } from './uploads/upload-reservations.js';
import { UploadSettlement } from './uploads/upload-settlement.js';
import { UploadsService } from './uploads/uploads.service.js';

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
