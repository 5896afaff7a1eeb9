import { Module } from '@nestjs/common';
import { ServedAssetsService } from './served-assets.service.js';

@Module({
  providers: [ServedAssetsService],
  exports: [ServedAssetsService],
})
export class AssetsModule {}
