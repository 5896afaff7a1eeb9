import { defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../users/user.entity.js';

/** What an account has of projects. The database keeps it by itself, so that a save need not count. */
export const AccountUsageEntity = defineEntity({
  name: 'AccountUsage',
  tableName: 'account_usage',
  properties: {
    user: () => p.oneToOne(UserEntity).primary().owner().deleteRule('cascade'),
    /** With those in the trash. */
    projects: p.integer().default(0),
    /** Bytes of HTML, CSS and script of all revisions; the newest of a project is its present text. */
    historyBytes: p.bigint('number').defaultRaw('0'),
  },
});
