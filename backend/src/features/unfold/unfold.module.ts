import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { OEmbedController } from './oembed.controller.js';
import { UnfoldService } from './unfold.service.js';

@Module({ imports: [ProjectsModule], controllers: [OEmbedController], providers: [UnfoldService] })
export class UnfoldModule {}
