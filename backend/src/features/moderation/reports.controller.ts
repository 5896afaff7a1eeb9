import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Page } from '@studio/contract/http/paging';
import {
  type AppealInput,
  type Evidence,
  type FiledReport,
  type Report,
  type ReportInput,
  type ReportsQuery,
  type Resolution,
  reportRoutes,
  type Takedown,
} from '@studio/contract/http/reports';
import type { IdParams } from '@studio/contract/http/text';
import { type Caller, CurrentCaller } from '../../common/http/caller.js';
import { Endpoint } from '../../common/http/endpoint.js';
import { ProjectReports } from './project-reports.js';
import { ReportDecisions } from './report-decisions.js';
import { ReportEvidence } from './report-evidence.js';
import { TakedownsService } from './takedowns.service.js';

@Controller()
export class ReportsController {
  constructor(
    private readonly reports: ProjectReports,
    private readonly evidence: ReportEvidence,
    private readonly decisions: ReportDecisions,
    private readonly takedowns: TakedownsService,
  ) {}

  @Endpoint(reportRoutes.reportProject)
  file(
    @CurrentCaller() caller: Caller,
    @Param({ schema: reportRoutes.reportProject.params }) { id }: IdParams,
    @Body({ schema: reportRoutes.reportProject.body }) input: ReportInput,
  ): Promise<FiledReport> {
    return this.reports.file({ id, rev: input.rev ?? null }, caller, input);
  }

  @Endpoint(reportRoutes.readTakedown)
  readTakedown(
    @CurrentCaller() caller: Caller,
    @Param({ schema: reportRoutes.readTakedown.params }) { id }: IdParams,
  ): Promise<Takedown> {
    return this.takedowns.read(id, caller);
  }

  @Endpoint(reportRoutes.appealTakedown)
  appeal(
    @CurrentCaller() caller: Caller,
    @Param({ schema: reportRoutes.appealTakedown.params }) { id }: IdParams,
    @Body({ schema: reportRoutes.appealTakedown.body }) input: AppealInput,
  ): Promise<Takedown> {
    return this.takedowns.appeal(id, caller, input);
  }

  @Endpoint(reportRoutes.reports)
  list(@Query({ schema: reportRoutes.reports.query }) query: ReportsQuery): Promise<Page<Report>> {
    return this.reports.list(query);
  }

  @Endpoint(reportRoutes.readReport)
  read(@Param({ schema: reportRoutes.readReport.params }) { id }: IdParams): Promise<Report> {
    return this.reports.read(id);
  }

  @Endpoint(reportRoutes.reportEvidence)
  readEvidence(@Param({ schema: reportRoutes.reportEvidence.params }) { id }: IdParams): Promise<Evidence> {
    return this.evidence.read(id);
  }

  @Endpoint(reportRoutes.resolveReport)
  resolve(
    @CurrentCaller() caller: Caller,
    @Param({ schema: reportRoutes.resolveReport.params }) { id }: IdParams,
    @Body({ schema: reportRoutes.resolveReport.body }) resolution: Resolution,
  ): Promise<Report> {
    return this.decisions.resolve(id, caller, resolution);
  }
}
