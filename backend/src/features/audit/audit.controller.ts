import { Readable } from 'node:stream';
import { Controller, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { AuditEntry, AuditQuery } from '@studio/contract/http/audit';
import type { Page } from '@studio/contract/http/paging';
import { routes } from '@studio/contract/routes';
import type { Request, Response } from 'express';
import { Endpoint } from '../../common/endpoint.js';
import { auditCsv } from './audit-csv.js';
import { AuditEntries } from './audit-entries.service.js';

@Controller()
export class AuditController {
  constructor(private readonly entries: AuditEntries) {}

  @Endpoint(routes.auditLog)
  async list(
    @Query({ schema: routes.auditLog.query }) query: AuditQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page<AuditEntry> | StreamableFile> {
    if (request.accepts('json', 'csv') !== 'csv') return this.entries.list(query);
    const file = new StreamableFile(Readable.from(auditCsv(this.entries.all(query))), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="codestudio-audit-${new Date().toISOString().slice(0, 10)}.csv"`,
    });
    // A file that ends early must not look like a whole one.
    return file.setErrorHandler((error) => response.destroy(error));
  }
}
