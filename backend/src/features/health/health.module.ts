import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [AssetsModule], controllers: [HealthController] })
export class HealthModule {}
