import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { derivedKey, keyedHash, signingKey } from '../../common/signing-key.js';
import { Config } from '../../config/config.js';
import { ago, entityClock, now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { KnownNetworkEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';

/** How long a network stays known to an account after its last sign-in. */
const rememberedMs = 90 * 86_400_000;

/** The networks that accounts have signed in from. There, failures elsewhere cannot lock an account out (ADR 27). */
@Injectable()
export class KnownNetworks {
  readonly #key: Buffer;
  /** Also that of JWT_SECRET_PREVIOUS, so that networks stay known after a new key. */
  readonly #keys: Buffer[];

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly users: UsersService,
  ) {
    const keyFrom = (secret: string) => derivedKey(secret, 'known networks');
    this.#key = keyFrom(signingKey(config));
    this.#keys = [this.#key, ...[config.jwtSecretPrevious ?? []].flat().map(keyFrom)];
  }

  /** Whether the account with this email address has signed in from this network; false for an unknown account. */
  async isKnown(email: string, network: string): Promise<boolean> {
    // The same query for an unknown account: a faster response would reveal that it does not exist.
    const id = (await this.users.findByEmail(email))?.id ?? '';
    const known = await this.database.em.count(KnownNetworkEntity, {
      user: id,
      network: { $in: this.#keys.map((key) => hashOf(key, id, network)) },
      seenAt: { $gt: entityClock.ago(rememberedMs) },
    });
    return known > 0;
  }

  /** Stores that an account has just been authenticated from this network. */
  async remember(userId: string, network: string): Promise<void> {
    // With kysely: MikroORM's upsert takes no time of the database.
    await this.database.sql
      .insertInto('known_networks')
      .values({ user_id: userId, network: hashOf(this.#key, userId, network), seen_at: now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: now() }))
      .execute();
  }

  /** Deletes networks that have not been used for 90 days. */
  @HousekeepingJob({ name: 'known-networks', cron: '14,44 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'known_networks',
      where: sql`seen_at <= ${ago(rememberedMs)}`,
    });
  }
}

/** Keyed per account, so that hashes do not show which accounts share a network. */
function hashOf(key: Buffer, userId: string, network: string): string {
  return keyedHash(key, `${userId} ${network}`);
}
