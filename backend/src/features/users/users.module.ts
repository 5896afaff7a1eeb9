import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module.js';
import { FirstStartService } from './first-start.service.js';
import { ForumAccountsService } from './forum-accounts.service.js';
import { ManagedUsers } from './managed-users.service.js';
import { UserStatsService } from './user-stats.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AssetsModule],
  controllers: [UsersController],
  providers: [UsersService, ManagedUsers, ForumAccountsService, UserStatsService, FirstStartService],
  exports: [UsersService, ManagedUsers, ForumAccountsService, FirstStartService],
})
export class UsersModule {}
