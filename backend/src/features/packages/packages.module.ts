import { Module } from '@nestjs/common';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { PackagesController } from './packages.controller.js';
import { PackagesService } from './packages.service.js';
import { PackageEviction } from './store/package-eviction.js';
import { PackageStore } from './store/package-store.js';

@Module({
  imports: [BudgetsModule],
  controllers: [PackagesController],
  providers: [PackagesService, PackageStore, PackageEviction],
  exports: [PackagesService],
})
export class PackagesModule {}
