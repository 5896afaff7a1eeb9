import { defineEntity, p } from '@mikro-orm/core';
import type { Report } from '@studio/contract/http/reports';
import { UserEntity } from '../users/user.entity.js';
import { ReportEvidenceEntity } from './report-evidence.entity.js';

/** What somebody has said of a project, or its owner of its takedown, and what became of it. It outlives the project. */
export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: p.string().length(16).primary(),
    kind: p.string().length(6).$type<Report['kind']>(),
    projectId: p.string().length(16).index('reports_project_index'),
    evidence: () => p.manyToOne(ReportEvidenceEntity).deleteRule('restrict').index('reports_evidence_index'),
    /** Null: the account is gone. */
    reporter: () => p.manyToOne(UserEntity).nullable().deleteRule('set null'),
    reason: p.string().length(9).$type<Report['reason']>(),
    note: p.text(),
    state: p.string().length(10).$type<Report['state']>(),
    resolvedBy: () => p.manyToOne(UserEntity).nullable().fieldName('resolved_by').deleteRule('set null'),
    resolvedAt: p.datetime().nullable(),
    resolutionNote: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'reports_open_unique',
      expression: `create unique index "reports_open_unique" on "reports" ("project_id", "reporter_id", "kind") where "state" = 'open'`,
    },
    {
      name: 'reports_open',
      expression: `create index "reports_open" on "reports" ("created_at", "id") where "state" = 'open'`,
    },
    {
      name: 'reports_resolved',
      expression: `create index "reports_resolved" on "reports" ("resolved_at" desc, "id") where "state" <> 'open'`,
    },
  ],
});
