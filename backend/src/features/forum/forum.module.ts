import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { DestroyedAccounts } from './destroyed-accounts.js';
import { DiscourseConnect } from './discourse-connect.js';
import { DiscussionsController } from './discussions/discussions.controller.js';
import { Discussions } from './discussions/discussions.js';
import { ForumTopics } from './discussions/forum-topics.js';
import { DiscourseConnectController, ForumWebhookController } from './forum.controller.js';
import { ForumEvents } from './forum-events.js';

/** The connection to a Discourse forum: sign-in, webhooks and discussions (specification: Forum sign-in). */
@Module({
  imports: [AuthModule, UsersModule, ProjectsModule, AuditModule],
  controllers: [DiscourseConnectController, ForumWebhookController, DiscussionsController],
  providers: [DiscourseConnect, ForumEvents, DestroyedAccounts, ForumTopics, Discussions],
  exports: [ForumEvents, DestroyedAccounts],
})
export class ForumModule {}
