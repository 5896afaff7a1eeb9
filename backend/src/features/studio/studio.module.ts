import { Module } from '@nestjs/common';
import { StudioController } from './studio.controller.js';

@Module({ controllers: [StudioController] })
export class StudioModule {}
