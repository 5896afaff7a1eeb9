import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/**
 * The tables, as typed SQL. Counters, versions and lists are single statements here, so nothing needs a unit of work;
 * MikroORM holds entities, migrations, connections and transactions.
 */
@Injectable()
export class Database {
  constructor(private readonly em: EntityManager) {}

  /** Query builder on the current transaction, or on the pool outside of one. */
  get sql(): Kysely<Tables> {
    return this.em.getKysely<Tables>();
  }

  /** Runs `work` in one transaction; every `sql` inside it belongs to it. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.em.transactional(work);
  }

  /** @throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.em.getConnection().execute('select 1');
  }
}
