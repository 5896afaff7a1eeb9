import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { DiscourseConnectController } from './discourse-connect.controller.js';
import { DiscourseConnectService } from './discourse-connect.service.js';

/** What the studio and a Discourse forum tell each other (CONTRACT 5). */
@Module({
  imports: [AuthModule],
  controllers: [DiscourseConnectController],
  providers: [DiscourseConnectService],
})
export class ForumModule {}
