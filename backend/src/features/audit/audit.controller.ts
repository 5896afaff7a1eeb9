import { Readable } from 'node:stream';
import { Controller, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { AuditEntry, AuditQuery } from '@studio/contract/http/audit';
import type { Page } from '@studio/contract/http/paging';
import { routes } from '@studio/contract/routes';
import type { Request, Response } from 'express';
import { Endpoint } from '../../common/http/endpoint.js';
import { AuditLogService } from './audit-log.service.js';

@Controller()
export class AuditController {
  constructor(private readonly log: AuditLogService) {}

  @Endpoint(routes.auditLog)
  async list(
    @Query({ schema: routes.auditLog.query }) query: AuditQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page<AuditEntry> | StreamableFile> {
    if (request.accepts('json', 'csv') !== 'csv') return this.log.list(query);
    const file = new StreamableFile(Readable.from(auditCsv(this.log.all(query))), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="codestudio-audit-${new Date().toISOString().slice(0, 10)}.csv"`,
    });
    // Breaks the connection, so that an incomplete file does not look complete.
    return file.setErrorHandler((error) => response.destroy(error));
  }
}

const columns: Record<string, (entry: AuditEntry) => string> = {
  id: (entry) => entry.id,
  at: (entry) => entry.at,
  actorId: (entry) => entry.actor?.id ?? '',
  actor: (entry) => entry.actor?.username ?? '',
  action: (entry) => entry.action,
  subjectKind: (entry) => entry.subject.kind,
  subjectId: (entry) => entry.subject.id,
  subject: (entry) => entry.subject.name,
  reason: (entry) => entry.reason,
};

/** The log as CSV (RFC 4180), one chunk per batch of entries. */
async function* auditCsv(entries: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield lineOf(Object.keys(columns));
  for await (const some of entries)
    yield some.map((entry) => lineOf(Object.values(columns).map((read) => read(entry)))).join('');
}

function lineOf(cells: string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * Spreadsheets would run a text that begins like this as a formula; it gets an apostrophe. So does the text behind a
 * line break, tab or semicolon: a spreadsheet that separates cells by semicolons begins a cell there, in spite of the
 * quotes around it, and takes those that the text begins with for its own.
 */
const formulas = /(^|[;\t\r\n])(?="*[=+\-@])/g;

function cellOf(text: string): string {
  const plain = text.replace(formulas, "$1'").replace(/^(?=[\t\r])/, "'");
  return `"${plain.replaceAll('"', '""')}"`;
}
