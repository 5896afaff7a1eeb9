import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction, Subject } from '@studio/contract/http/audit';

/**
 * An entry of the audit log. It stores the names of actor and subject at that time, because both may be deleted
 * later.
 */
export const AuditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.string().length(16).primary(),
    /** Null: the forum, or the studio itself. */
    actorId: p.string().length(16).nullable(),
    actorName: p.text().nullable(),
    subjectKind: p.text().$type<Subject['kind']>(),
    subjectId: p.string().length(16),
    subjectName: p.text(),
    action: p.text().$type<AuditAction>(),
    reason: p.text(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    {
      name: 'audit_entries_latest',
      expression: 'create index "audit_entries_latest" on "audit_entries" ("at" desc, "id")',
    },
    {
      name: 'audit_entries_action',
      expression: 'create index "audit_entries_action" on "audit_entries" ("action", "at" desc, "id")',
    },
    {
      name: 'audit_entries_actor',
      expression: 'create index "audit_entries_actor" on "audit_entries" ("actor_id", "at" desc, "id")',
    },
  ],
});
