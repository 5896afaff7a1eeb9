import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { Activity } from './activity.service.js';

@Module({ controllers: [ActivityController], providers: [Activity], exports: [Activity] })
export class ActivityModule {}
