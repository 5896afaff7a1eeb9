import { Module } from '@nestjs/common';
import { PackagesController } from './packages.controller.js';
import { PackagesService } from './packages.service.js';
import { PackageEviction } from './store/package-eviction.js';
import { PackageStore } from './store/package-store.js';

@Module({
  controllers: [PackagesController],
  providers: [PackagesService, PackageStore, PackageEviction],
  exports: [PackagesService],
})
export class PackagesModule {}
