import { defineEntity, p } from '@mikro-orm/core';
import type { ReportReason } from '@studio/contract/http/reports';
import { ReportEntity } from './report.entity.js';

/** A project that moderators have taken down. It stays so when it is deleted, also for good. */
export const TakedownEntity = defineEntity({
  name: 'Takedown',
  tableName: 'takedowns',
  properties: {
    projectId: p.string().length(16).primary(),
    reason: p.string().length(9).$type<ReportReason>(),
    /** The moderator's words to the owner. */
    note: p.text(),
    /** The owner's one appeal. */
    appeal: () => p.manyToOne(ReportEntity).nullable().deleteRule('set null').index('takedowns_appeal_index'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
