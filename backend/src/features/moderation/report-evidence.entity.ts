import { defineEntity, p } from '@mikro-orm/core';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/**
 * A version of a project as it was when somebody reported it, shared by all reports of that version. It refers to
 * nothing: project and owner may go, what was reported stays.
 */
export const ReportEvidenceEntity = defineEntity({
  name: 'ReportEvidence',
  tableName: 'report_evidence',
  properties: {
    id: p.string().length(16).primary(),
    projectId: p.string().length(16),
    version: p.integer(),
    ownerId: p.string().length(16),
    /** What the owner was called then. */
    ownerName: p.text(),
    title: p.text(),
    description: p.text(),
    tags: p.array(),
    html: p.text(),
    css: p.text(),
    js: p.text(),
    frameworkConfig: p.json().$type<FrameworkConfig>(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'report_evidence_version_unique', properties: ['projectId', 'version'] }],
});
