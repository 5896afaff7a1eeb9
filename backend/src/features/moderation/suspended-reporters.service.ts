import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.js';
import { now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../audit/audit-log.service.js';

/** The note of reports that were dismissed unread, with their author's suspension. */
export const authorSuspended = 'Its author was suspended.';

/** Empties the queue of what a suspended person has reported, which may be very much (ADR 20). */
@Injectable()
export class SuspendedReportersService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLogService,
  ) {}

  /**
   * Dismisses the account's open reports inside the transaction that suspends it; an appeal stays open. With kysely:
   * many rows at once, whose evidence is locked in a fixed order.
   */
  async dismissAllOf(userId: string, { userId: admin }: Caller): Promise<void> {
    // As each decision does, so that none of these reports is decided meanwhile.
    await this.database.sql
      .selectFrom('report_evidence')
      .select('id')
      .where('id', 'in', (of) =>
        of
          .selectFrom('reports')
          .select('evidence_id')
          .where('reporter_id', '=', userId)
          .where('kind', '=', 'report')
          .where('state', '=', 'open'),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const dismissed = await this.database.sql
      .updateTable('reports')
      .from('report_evidence as evidence')
      .whereRef('evidence.id', '=', 'reports.evidence_id')
      .where('reports.reporter_id', '=', userId)
      .where('reports.kind', '=', 'report')
      .where('reports.state', '=', 'open')
      .set({ state: 'dismissed', resolved_by: admin, resolved_at: now(), resolution_note: authorSuspended })
      .returning(['reports.id', 'evidence.title'])
      .execute();
    if (dismissed.length === 0) return;
    await this.audit.recordAll(
      dismissed.map(({ id, title }) => ({
        actor: admin,
        action: 'report.dismissed',
        subject: { kind: 'report', id, name: title },
        reason: authorSuspended,
      })),
    );
  }
}
