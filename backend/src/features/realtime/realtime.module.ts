import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CounterUpdates } from './counter-updates.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { SocketBroadcaster } from './socket-broadcaster.js';
import { SocketRevalidation } from './socket-revalidation.js';

@Module({
  imports: [AuthModule, BudgetsModule, ProjectsModule],
  providers: [CounterUpdates, RealtimeGateway, SocketBroadcaster, SocketRevalidation],
})
export class RealtimeModule {}
