import { DeferMode, defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../../users/user.entity.js';

/** What an account has of projects. The database keeps it by itself, so that a save need not count. */
export const AccountUsageEntity = defineEntity({
  name: 'AccountUsage',
  tableName: 'account_usage',
  properties: {
    // Looked at in the end: where somebody is deleted, the triggers on their projects still count them down.
    user: () =>
      p.oneToOne(UserEntity).primary().owner().deleteRule('cascade').deferMode(DeferMode.INITIALLY_DEFERRED),
    /** With those in the trash. */
    projects: p.integer().default(0),
    /** Bytes of HTML, CSS and script of all revisions; the newest of a project is its present text. */
    historyBytes: p.bigint('number').defaultRaw('0'),
  },
});
