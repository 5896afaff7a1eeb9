import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { isLostRace, lockTimeout } from '../common/errors/database-errors.js';
import { KeyedMutex } from '../common/keyed-mutex.js';
import type { Tables } from './tables.js';

/** The pause between losing a race and the second attempt. */
const retryAfterMs = 50;

/** How long a transaction waits for others of the same row. */
const maxWaitMs = 10_000;

/** The connection of the running code: a transaction, or the connection of a job. */
interface Scope {
  sql: Kysely<Tables>;
  /** Made on first use, since saves use kysely alone (ADR 46). */
  em?: EntityManager;
  afterCommit: (() => void)[];
}

/**
 * Entities by `em`, and typed SQL by `sql`, on the same transaction. docs/database.md describes when to use which, and
 * the order of locks.
 */
@Injectable()
export class Database {
  readonly #scope = new AsyncLocalStorage<Scope>();
  readonly #rows = new KeyedMutex({ maxWaitMs, timeout: lockTimeout });

  constructor(private readonly orm: EntityManager) {}

  /** Query builder on the current transaction, or on the pool outside of one. */
  get sql(): Kysely<Tables> {
    return this.#scope.getStore()?.sql ?? this.orm.getKysely<Tables>();
  }

  /**
   * The current transaction's entity manager. Its changes are flushed before the commit; to see them in a statement of
   * `sql`, call `flush` first. Outside of a transaction a new one each time, for reading and for single statements.
   */
  get em(): EntityManager {
    const scope = this.#scope.getStore();
    if (scope?.em) return scope.em;
    const em = this.orm.fork({ keepTransactionContext: true });
    if (scope) em.setTransactionContext(scope.sql);
    if (scope?.sql.isTransaction) scope.em = em;
    return em;
  }

  /** Runs `work` with `sql` and `em` on this connection, which is not one of the pool. */
  runOn<T>(connection: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
    return this.#scope.run({ sql: connection, afterCommit: [] }, work);
  }

  /**
   * Runs `work` in one transaction, which `sql` and `em` use. If it loses a deadlock or a serialization conflict, it
   * runs once more, so `work` must not have other effects: put these after the call, or into `afterCommit`.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.sql.isTransaction) return work();
    try {
      return await this.#attempt(work);
    } catch (error) {
      if (!isLostRace(error)) throw error;
      // Without the pause it might lock the same rows before the winner has woken up, and lose again.
      await pause(retryAfterMs);
      return this.#attempt(work);
    }
  }

  /**
   * A transaction that locks the rows with these ids, of an account or a project. Transactions of one row run one after
   * another and wait without a connection: if each waited for the row's lock in the database, they would take all
   * connections.
   * @param ids an account's before a project's, so that no two transactions wait for each other.
   * @param signal ends the wait, with an error that is the signal's reason.
   */
  async transactionOn<T>(
    ids: string | readonly [accountId: string, projectId: string],
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (this.sql.isTransaction) return work();
    const begin = [ids].flat().reduceRight(
      (next, id) => () => this.#rows.run(id, next, signal),
      () => this.transaction(work),
    );
    return begin();
  }

  /** Calls `act` after the commit of the current transaction, not after a rollback; outside of one at once. */
  afterCommit(act: () => void): void {
    const scope = this.#scope.getStore();
    if (scope?.sql.isTransaction) scope.afterCommit.push(act);
    else act();
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    let reason: unknown;
    const attempt = async (sql: Kysely<Tables>) => {
      const scope: Scope = { sql, afterCommit };
      try {
        return await this.#scope.run(scope, async () => {
          const result = await work();
          await scope.em?.flush();
          return result;
        });
      } catch (error) {
        reason = error;
        throw error;
      }
    };
    let result: T;
    try {
      // Not MikroORM's own transaction: it never gives back a connection to the pool that was lost in the middle.
      result = await this.sql
        .transaction()
        // A transaction is a `Kysely`; checking that for every table would take the compiler very long.
        .execute((transaction) => attempt(transaction as unknown as Kysely<Tables>));
    } catch (error) {
      // On a lost connection the rollback fails too, with a less useful error.
      throw reason ?? error;
    }
    for (const act of afterCommit) act();
    return result;
  }

  /** The time by the database's clock, because the clocks of replicas may differ. */
  async now(): Promise<Date> {
    const { rows } = await sql<{ now: string }>`select now()`.execute(this.sql);
    return new Date(rows[0]?.now ?? Number.NaN);
  }

  /** How many connections are used and idle, and how many queries wait for one. */
  async pool(): Promise<{ used: number; idle: number; waiting: number }> {
    const { totalCount, idleCount, waitingCount } = await this.orm.getConnection().getNativeClient();
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** @throws if the database does not answer. */
  async ping(): Promise<void> {
    await this.orm.getConnection().execute('select 1');
  }
}
