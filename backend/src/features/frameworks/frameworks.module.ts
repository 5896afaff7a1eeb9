import { Module } from '@nestjs/common';
import { FrameworksController } from './frameworks.controller.js';
import { TemplatesService } from './templates.service.js';

@Module({ controllers: [FrameworksController], providers: [TemplatesService], exports: [TemplatesService] })
export class FrameworksModule {}
