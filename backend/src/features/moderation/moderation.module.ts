import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AssetsModule } from '../assets/assets.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ProjectReports } from './project-reports.js';
import { ReportDecisions } from './report-decisions.js';
import { ReportEvidence } from './report-evidence.js';
import { ReportsController } from './reports.controller.js';
import { SuspendedReportersService } from './suspended-reporters.service.js';
import { TakedownsService } from './takedowns.service.js';

@Module({
  imports: [ActivityModule, AssetsModule, AuditModule, ProjectsModule],
  controllers: [ReportsController],
  providers: [ProjectReports, ReportEvidence, ReportDecisions, SuspendedReportersService, TakedownsService],
  exports: [SuspendedReportersService, TakedownsService],
})
export class ModerationModule {}
