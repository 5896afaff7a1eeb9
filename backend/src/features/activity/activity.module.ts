import { Module } from '@nestjs/common';
import { Activity } from './activity.service.js';

@Module({ providers: [Activity], exports: [Activity] })
export class ActivityModule {}
