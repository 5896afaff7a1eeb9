import { AsyncLocalStorage } from 'node:async_hooks';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { isLostRace } from '../common/errors/database-errors.js';
import type { Tables } from './tables.js';

/**
 * The tables, as typed SQL. Counters, versions and lists are single statements here, so nothing needs a unit of work;
 * MikroORM holds entities, migrations and connections.
 */
@Injectable()
export class Database {
  readonly #current = new AsyncLocalStorage<Kysely<Tables>>();

  constructor(private readonly em: EntityManager) {}

  /** Query builder on the current transaction, or on the pool outside of one. */
  get sql(): Kysely<Tables> {
    return this.#current.getStore() ?? this.em.getKysely<Tables>();
  }

  /** Runs `work` with every `sql` inside it on a connection that is not one of the calls'. */
  runOn<T>(connection: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
    return this.#current.run(connection, work);
  }

  /**
   * Runs `work` in one transaction; every `sql` inside it belongs to it. Where it was undone for the sake of another one,
   * by a deadlock or as not serializable, it runs once more: so nothing may leave `work`, but by what it returns.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.sql.isTransaction) return work();
    try {
      return await this.#attempt(work);
    } catch (error) {
      if (!isLostRace(error)) throw error;
      return this.#attempt(work);
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    let reason: unknown;
    const noted = () =>
      work().catch((error: unknown) => {
        reason = error;
        throw error;
      });
    try {
      // MikroORM's own transaction would never give a connection back that was lost in the middle of it.
      return await this.sql.transaction().execute((transaction) => this.#current.run(transaction, noted));
    } catch (error) {
      // On a lost connection the rollback fails, too, and says less.
      throw reason ?? error;
    }
  }

  /** What time it is, for every replica alike: their own clocks may differ. */
  async now(): Promise<Date> {
    const { rows } = await sql<{ now: string }>`select now()`.execute(this.sql);
    return new Date(rows[0]?.now ?? Number.NaN);
  }

  /** How many connections are at work and at rest, and how many queries wait for one. */
  async pool(): Promise<{ used: number; idle: number; waiting: number }> {
    const { totalCount, idleCount, waitingCount } = await this.em.getConnection().getNativeClient();
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** @throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.em.getConnection().execute('select 1');
  }
}
