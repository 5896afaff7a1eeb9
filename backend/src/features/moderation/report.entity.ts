import { defineEntity, p } from '@mikro-orm/core';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Evidence, Report, ReportReason } from '@studio/contract/http/reports';
import { UserEntity } from '../users/user.entity.js';

/** Description and tags, which are the project's and not those of a published version. */
export type ReportedDetails = Pick<Evidence, 'description' | 'tags'>;

/** A report of a project, or its owner's appeal against a takedown, with the decision. It outlives the project. */
export const ReportEntity = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: p.string().length(16).primary(),
    kind: p.string().length(6).$type<Report['kind']>(),
    projectId: p.string().length(16).index('reports_project_index'),
    /** The published version that it is about; null: the newest. */
    rev: p.integer().nullable(),
    evidence: () => p.manyToOne(ReportEvidenceEntity).deleteRule('restrict').index('reports_evidence_index'),
    /** What the project's card showed then, WebP in base64; null: no picture. */
    picture: p.text().nullable(),
    /** What a published version was shown with then, where its evidence has other ones; null: those of the evidence. */
    details: p.json().$type<ReportedDetails>().nullable(),
    /** Null: the account has been deleted. */
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

/**
 * A version of a project as it was when it was reported, shared by all reports of that version. It has no foreign keys,
 * so it outlives project and owner.
 */
export const ReportEvidenceEntity = defineEntity({
  name: 'ReportEvidence',
  tableName: 'report_evidence',
  properties: {
    id: p.string().length(16).primary(),
    projectId: p.string().length(16),
    version: p.integer(),
    ownerId: p.string().length(16),
    /** The owner's name at that time. */
    ownerName: p.text(),
    title: p.text(),
    description: p.text(),
    tags: p.array(),
    html: p.text(),
    css: p.text(),
    js: p.text(),
    frameworkConfig: p.json().$type<FrameworkConfig>(),
    /** The files that its code names. */
    assetIds: p.array().defaultRaw("'{}'"),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'report_evidence_version_unique', properties: ['projectId', 'version'] }],
});

/** A project that moderators have taken down. The row outlives the project. */
export const TakedownEntity = defineEntity({
  name: 'Takedown',
  tableName: 'takedowns',
  properties: {
    projectId: p.string().length(16).primary(),
    /** The published version that it was decided for; null: the newest. */
    rev: p.integer().nullable(),
    reason: p.string().length(9).$type<ReportReason>(),
    /** The moderator's message to the owner. */
    note: p.text(),
    /** The owner's one appeal. */
    appeal: () => p.manyToOne(ReportEntity).nullable().deleteRule('set null').index('takedowns_appeal_index'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
