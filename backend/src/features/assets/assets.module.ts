import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller.js';
import { AssetsService } from './assets.service.js';
import { ServedAssetsService } from './served-assets.service.js';
import { UploadReservations } from './upload-reservations.js';
import { UploadSettlement } from './upload-settlement.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [AssetsController],
  providers: [AssetsService, UploadsService, UploadReservations, UploadSettlement, ServedAssetsService],
  exports: [ServedAssetsService],
})
export class AssetsModule {}
