import { Module } from '@nestjs/common';
import { AssetBlocksService } from './asset-blocks.service.js';
import { AssetHoldsService } from './asset-holds.service.js';
import { AssetsController } from './assets.controller.js';
import { AssetsService } from './assets.service.js';
import { AssetReconciliationService } from './reconciliation/asset-reconciliation.service.js';
import { StorageComparison } from './reconciliation/storage-comparison.js';
import { StoragePairingService } from './reconciliation/storage-pairing.service.js';
import { UnsearchedFiles } from './reconciliation/unsearched-files.js';
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
    AssetBlocksService,
    AssetReconciliationService,
    StorageComparison,
    UnsearchedFiles,
    StoragePairingService,
    ServedAssetsService,
  ],
  exports: [
    StoragePairingService,
    AssetsService,
    AssetHoldsService,
    AssetBlocksService,
    AssetReconciliationService,
    ServedAssetsService,
    UploadsService,
  ],
})
export class AssetsModule {}
