import { raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AuditAction, AuditEntry, AuditQuery, Subject } from '@studio/contract/http/audit';
import type { Page } from '@studio/contract/http/paging';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { newId } from '../../common/ids.js';
import { readPage } from '../../common/read-page.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

/** An act that is put on record. */
export interface AuditedAction {
  /** The account's id; null: the forum, or the studio itself. */
  actor: string | null;
  action: AuditAction;
  subject: Subject;
  /** Why, in the actor's words; may be empty. */
  reason: string;
}

const readAtOnce = 1_000;

/** The log of what was done to people and their work. Nothing changes or takes away what is written. */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  /** Inside the transaction of the act, so that neither is there without the other. At most a few thousand at once. */
  async record(...actions: AuditedAction[]): Promise<void> {
    await this.database.em.insertMany(AuditEntryEntity, actions.map(entryOf));
  }

  /** One page, the latest first. */
  async list(query: AuditQuery): Promise<Page<AuditEntry>> {
    const matching = this.#matching(query);
    const count = async () =>
      (await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;
    return readPage(query, count, async ({ limit, offset }) =>
      (await latestFirst(matching).limit(limit).offset(offset).execute()).map(presentEntry),
    );
  }

  /** All that match, the latest first, a thousand in memory at a time; `page` and `limit` do not count. */
  async *all(query: AuditQuery): AsyncGenerator<AuditEntry[]> {
    const matching = latestFirst(this.#matching(query)).select(sql<string>`at::text`.as('moment'));
    let rows = await matching.limit(readAtOnce).execute();
    while (rows.length > 0) {
      yield rows.map(presentEntry);
      const { moment, id } = rows.at(-1) as (typeof rows)[number];
      rows = await matching
        .where(sql<boolean>`at <= ${moment}::timestamptz and (at < ${moment}::timestamptz or id > ${id})`)
        .limit(readAtOnce)
        .execute();
    }
  }

  /** With kysely: pages begin after a time in microseconds, which an entity's `Date` does not have. */
  #matching({ search, action, actor, from, until }: AuditQuery) {
    return this.database.sql
      .selectFrom('audit_entries')
      .$if(search !== undefined && search !== '', (some) =>
        some.where(
          sql<boolean>`(strpos(lower(actor_name), lower(${search})) > 0
            or strpos(lower(subject_name), lower(${search})) > 0
            or strpos(lower(reason), lower(${search})) > 0)`,
        ),
      )
      .$if(action !== undefined, (some) => some.where('action', '=', action ?? null))
      .$if(actor !== undefined, (some) => some.where('actor_id', '=', actor ?? null))
      .$if(from !== undefined, (some) => some.where(sql<boolean>`at >= ${from}::timestamptz`))
      .$if(until !== undefined, (some) => some.where(sql<boolean>`at < ${until}::timestamptz`));
  }
}

function entryOf({ actor, action, subject, reason }: AuditedAction) {
  return {
    id: newId(),
    actorId: actor,
    actorName: raw<string>('(select username from users where id = ?)', [actor]),
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    action,
    reason,
  };
}

function latestFirst(matching: SelectQueryBuilder<Tables, 'audit_entries', object>) {
  return matching.selectAll().orderBy('at', 'desc').orderBy('id');
}

function presentEntry(row: Selectable<Tables['audit_entries']>): AuditEntry {
  return {
    id: row.id,
    actor: row.actor_id === null ? null : { id: row.actor_id, username: row.actor_name ?? '' },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    at: new Date(row.at).toISOString(),
    reason: row.reason,
  };
}
