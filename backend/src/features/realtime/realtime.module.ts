import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { Announcer } from './socket-broadcaster.js';
import { StandingSockets } from './socket-revalidation.js';

@Module({
  imports: [AuthModule, BudgetsModule, ProjectsModule],
  providers: [RealtimeGateway, Announcer, StandingSockets],
})
export class RealtimeModule {}
