import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module.js';
import { AccountStats } from './account-stats.js';
import { FirstStartService } from './first-start.service.js';
import { ForumAccountsService } from './forum-accounts.service.js';
import { ManagedUsersService } from './managed-users.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AssetsModule],
  controllers: [UsersController],
  providers: [UsersService, ManagedUsersService, ForumAccountsService, AccountStats, FirstStartService],
  exports: [UsersService, ManagedUsersService, ForumAccountsService, FirstStartService],
})
export class UsersModule {}
