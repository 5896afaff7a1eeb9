import { Injectable } from '@nestjs/common';
import type { AuditAction, Subject } from '@studio/contract/http/audit';
import { sql } from 'kysely';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';

/** An act that is put on record. */
export interface AuditedAct {
  /** The account's id; null: the forum, or the studio itself. */
  actor: string | null;
  action: AuditAction;
  subject: Subject;
  /** Why, in the actor's words; may be empty. */
  reason: string;
}

/** Writes the log of what was done to people and their work. Nothing changes or takes away what is written. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** Inside the transaction of the act, so that neither is there without the other. At most a few thousand at once. */
  async record(...acts: AuditedAct[]): Promise<void> {
    await this.database.sql.insertInto('audit_entries').values(acts.map(rowOf)).execute();
  }
}

function rowOf({ actor, action, subject, reason }: AuditedAct) {
  return {
    id: newId(),
    actor_id: actor,
    actor_name: sql<string>`(select username from users where id = ${actor}::varchar)`,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    action,
    reason,
  };
}
