import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AssetsModule } from '../assets/assets.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ReportDecisions } from './report-decisions.service.js';
import { ReportEvidence } from './report-evidence.service.js';
import { ReportsController } from './reports.controller.js';
import { Reports } from './reports.service.js';
import { Takedowns } from './takedowns.service.js';

@Module({
  imports: [ActivityModule, AssetsModule, AuditModule, ProjectsModule],
  controllers: [ReportsController],
  providers: [Reports, ReportEvidence, ReportDecisions, Takedowns],
  exports: [Takedowns],
})
export class ModerationModule {}
