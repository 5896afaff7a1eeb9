import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { LinkPreviewService } from './link-preview.service.js';
import { OEmbedController } from './oembed.controller.js';

@Module({ imports: [ProjectsModule], controllers: [OEmbedController], providers: [LinkPreviewService] })
export class LinkPreviewModule {}
