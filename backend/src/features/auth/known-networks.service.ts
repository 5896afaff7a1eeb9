import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { derivedKey, keyedHash, signingKey } from '../../common/signing-key.js';
import { Config } from '../../config/config.js';
import { ago, now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { UsersService } from '../users/users.service.js';

/** Whoever has not been somewhere for so long is a stranger there. */
const rememberedMs = 90 * 86_400_000;

/** From where people have signed in: nobody elsewhere can lock them out there (ADR 27). */
@Injectable()
export class KnownNetworks {
  readonly #key: Buffer;
  /** What JWT_SECRET_PREVIOUS has hashed is still known. */
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

  /** Whether the account with this e-mail address, if there is one, has signed in from this network before. */
  async isKnown(email: string, network: string): Promise<boolean> {
    // Nobody is looked for just so, or the time that it takes would tell who has an account.
    const id = (await this.users.findByEmail(email))?.id ?? '';
    const known = await this.database.sql
      .selectFrom('known_networks')
      .select('network')
      .where('user_id', '=', id)
      .where(
        'network',
        'in',
        this.#keys.map((key) => hashOf(key, id, network)),
      )
      .where('seen_at', '>', ago(rememberedMs))
      .executeTakeFirst();
    return known !== undefined;
  }

  /** Notes that somebody has just shown the right password there. */
  async remember(userId: string, network: string): Promise<void> {
    await this.database.sql
      .insertInto('known_networks')
      .values({ user_id: userId, network: hashOf(this.#key, userId, network), seen_at: now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: now() }))
      .execute();
  }

  /** Forgets where nobody has been for long. */
  @HousekeepingJob({ name: 'known-networks', cron: '14,44 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'known_networks',
      where: sql`seen_at <= ${ago(rememberedMs)}`,
    });
  }
}

/** Tells one network from another for this account alone. */
function hashOf(key: Buffer, userId: string, network: string): string {
  return keyedHash(key, `${userId} ${network}`);
}
