import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ModerationModule } from '../moderation/moderation.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminController } from './admin.controller.js';
import { AdminRights, ProjectDeletion, Suspensions } from './admin-actions.js';

/** What admins may do to projects and people. */
@Module({
  imports: [UsersModule, AuthModule, ProjectsModule, AuditModule, ActivityModule, ModerationModule],
  controllers: [AdminController],
  providers: [AdminRights, Suspensions, ProjectDeletion],
})
export class AdminModule {}
