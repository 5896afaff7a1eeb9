import { defineEntity, p } from '@mikro-orm/core';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SaveKind } from '@studio/contract/http/projects';
import type { RevisionChange } from '@studio/contract/http/revisions';
import { ProjectEntity } from '../project.entity.js';

/** What a project was when it was saved. */
export const ProjectRevisionEntity = defineEntity({
  name: 'ProjectRevision',
  tableName: 'project_revisions',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    rev: p.integer().primary(),
    kind: p.string().length(6).$type<SaveKind>(),
    version: p.integer(),
    title: p.text(),
    html: p.text(),
    css: p.text(),
    js: p.text(),
    frameworkConfig: p.json().$type<FrameworkConfig>(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The last save that became part of it; null where it is of one. */
    changedAt: p.datetime().nullable(),
    change: p.string().length(9).$type<RevisionChange>().default('edit'),
    template: p.text().nullable(),
    restoredFrom: p.datetime().nullable(),
    name: p.text().nullable(),
  },
});
