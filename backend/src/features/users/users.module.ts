import { Module } from '@nestjs/common';
import { FirstStartService } from './first-start.service.js';
import { UsersService } from './users.service.js';

@Module({ providers: [UsersService, FirstStartService], exports: [UsersService, FirstStartService] })
export class UsersModule {}
