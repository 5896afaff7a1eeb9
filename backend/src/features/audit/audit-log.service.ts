import { type FilterQuery, type InferEntity, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AuditAction, AuditEntry, AuditQuery, Subject } from '@studio/contract/http/audit';
import type { Page } from '@studio/contract/http/paging';
import { sql } from 'kysely';
import { newId } from '../../common/ids.js';
import { readPage } from '../../common/read-page.js';
import { Database } from '../../database/database.js';
import { likePattern } from '../../database/like-pattern.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

/** An action to be logged. */
export interface AuditedAction {
  /** The account's id; null: the forum, or the studio itself. */
  actor: string | null;
  action: AuditAction;
  subject: Subject;
  /** Why, in the actor's words; may be empty. */
  reason: string;
}

type StoredEntry = InferEntity<typeof AuditEntryEntity>;

const batchSize = 1_000;

/** The log of actions on accounts and projects. Entries are never changed or deleted. */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  /** Logs an action in the transaction that performs it, so that both or neither are stored. */
  record(action: AuditedAction): Promise<void> {
    return this.recordAll([action]);
  }

  /**
   * Logs actions like `record`, however many. With kysely: one statement with one parameter per column, since embedded
   * each statement of a transaction keeps all other calls waiting.
   */
  async recordAll(actions: readonly AuditedAction[]): Promise<void> {
    const texts = (valueOf: (action: AuditedAction) => string | null) => sql`${actions.map(valueOf)}::text[]`;
    const columns = [
      texts(() => newId()),
      texts(({ actor }) => actor),
      texts(({ action }) => action),
      texts(({ subject }) => subject.kind),
      texts(({ subject }) => subject.id),
      texts(({ subject }) => subject.name),
      texts(({ reason }) => reason),
    ];
    await sql`
      insert into audit_entries
        (id, actor_id, actor_name, action, subject_kind, subject_id, subject_name, reason)
      select entry.id, actor, username, action, kind, subject, name, reason
      from unnest(${sql.join(columns)}) entry (id, actor, action, kind, subject, name, reason)
        left join users on users.id = actor`.execute(this.database.sql);
  }

  /** One page, the latest first. */
  async list(query: AuditQuery): Promise<Page<AuditEntry>> {
    const { em } = this.database;
    const count = () => em.count(AuditEntryEntity, matching(query));
    return readPage(query, count, async (range) => {
      const entries = await em.find(AuditEntryEntity, matching(query), { ...range, orderBy: latestFirst });
      return entries.map(presentEntry);
    });
  }

  /** All matching entries, the latest first, a thousand in memory at a time. `page` and `limit` are ignored. */
  async *all(query: AuditQuery): AsyncGenerator<AuditEntry[]> {
    const options = { orderBy: latestFirst, limit: batchSize } as const;
    let entries = await this.database.em.find(AuditEntryEntity, matching(query), options);
    for (let last = entries.at(-1); last; last = entries.at(-1)) {
      yield entries.map(presentEntry);
      const rest = { $and: [matching(query), after(last.id)] };
      entries = await this.database.em.find(AuditEntryEntity, rest, options);
    }
  }
}

const latestFirst = { at: 'desc', id: 'asc' } as const;

/** Matches a literal part of a name or the reason, ignoring case, and the other filters. */
function matching({ search, action, actor, from, until }: AuditQuery): FilterQuery<StoredEntry> {
  return {
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actorId: actor }),
    $and: [
      from === undefined ? {} : { at: { $gte: raw<Date>('?::timestamptz', [from]) } },
      until === undefined ? {} : { at: { $lt: raw<Date>('?::timestamptz', [until]) } },
      search
        ? { $or: ['actor_name', 'subject_name', 'reason'].map((column) => mentions(column, search)) }
        : {},
    ],
  };
}

function mentions(column: string, search: string): FilterQuery<StoredEntry> {
  // Not `strpos`: MikroORM takes a question mark in a value of a raw key for a placeholder.
  return {
    [raw((alias) => `lower(${alias}.${column})`)]: { $like: raw<string>('lower(?)', [likePattern(search)]) },
  };
}

/** Matches entries after this one. The database compares, because its times are finer than a `Date`. */
function after(id: string): FilterQuery<StoredEntry> {
  const at = () => raw<Date>('(select at from audit_entries where id = ?)', [id]);
  return { at: { $lte: at() }, $or: [{ at: { $lt: at() } }, { id: { $gt: id } }] };
}

function presentEntry(entry: StoredEntry): AuditEntry {
  const { id, actorId, actorName, action, subjectKind, subjectId, subjectName, at, reason } = entry;
  return {
    id,
    actor: actorId ? { id: actorId, username: actorName ?? '' } : null,
    action,
    subject: { kind: subjectKind, id: subjectId, name: subjectName },
    at: at.toISOString(),
    reason,
  };
}
