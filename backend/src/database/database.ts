import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { isLostRace, lockTimeout } from '../common/errors/database-errors.js';
import { KeyedMutex } from '../common/semaphore.js';
import type { Tables } from './tables.js';

/** Between losing a race and the second attempt. */
const retryAfterMs = 50;

/** For how long a transaction waits for others of the same row. */
const maxWaitMs = 10_000;

/** What the running code uses: a transaction, or the connection of a job. */
interface Scope {
  sql: Kysely<Tables>;
  /** Made when it is first used: saves use kysely alone, and need none (ADR 46). */
  em?: EntityManager;
  afterCommit: (() => void)[];
}

/**
 * Entities by `em`, and typed SQL by `sql`, on the same transaction. What goes through which, and the order of locks, is
 * in docs/database.md.
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
   * The current transaction's entity manager, whose changes are flushed before it commits; a statement of `sql` after a
   * change needs a `flush` before. Outside of a transaction a new one each time, for reading and for single statements.
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
   * Runs `work` in one transaction, which `sql` and `em` belong to. If it loses a deadlock or a serialization conflict, it
   * runs once more, so `work` must not have other effects; what follows it uses its result or `afterCommit`.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.sql.isTransaction) return work();
    try {
      return await this.#attempt(work);
    } catch (error) {
      if (!isLostRace(error)) throw error;
      // At once it might lock the same rows before the winner has woken up, and lose again.
      await pause(retryAfterMs);
      return this.#attempt(work);
    }
  }

  /**
   * A transaction that locks the rows with these ids, of an account or a project. Those of one row follow each other before
   * they take a connection: waiting for the row's lock with one each, they would take every connection there is.
   * @param ids an account's before a project's, so that no two wait for each other.
   * @param signal makes whoever still waits leave, with the signal's reason.
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

  /** Calls `act` when the current transaction is committed, not if it is rolled back; outside of one at once. */
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
      // MikroORM's own transaction never returns a connection to the pool that was lost in the middle of it.
      result = await this.sql
        .transaction()
        // A transaction is a `Kysely`; to find that out for every table takes the compiler longer than the rest of the code.
        .execute((transaction) => attempt(transaction as unknown as Kysely<Tables>));
    } catch (error) {
      // On a lost connection the rollback fails too, with a less useful error.
      throw reason ?? error;
    }
    for (const act of afterCommit) act();
    return result;
  }

  /** The time by the database's clock: those of replicas may differ. */
  async now(): Promise<Date> {
    const { rows } = await sql<{ now: string }>`select now()`.execute(this.sql);
    return new Date(rows[0]?.now ?? Number.NaN);
  }

  /** How many connections are used and idle, and how many queries wait for one. */
  async pool(): Promise<{ used: number; idle: number; waiting: number }> {
    const { totalCount, idleCount, waitingCount } = await this.orm.getConnection().getNativeClient();
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** @throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.orm.getConnection().execute('select 1');
  }
}
