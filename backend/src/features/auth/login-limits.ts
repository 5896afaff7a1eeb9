import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { tooManyRequests } from '../../common/errors/api-error.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { networkOf } from '../../common/http/caller.js';
import { derivedKey, keyedHash, signingKey } from '../../common/signing-key.js';
import { formatWait } from '../../common/text-format.js';
import { Config } from '../../config/config.js';
import { ago, entityClock, now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';
import { KnownNetworkEntity } from '../users/user.entity.js';
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
    // An unknown account is looked up in the same way: a faster answer would reveal that it does not exist.
    const id = (await this.users.findByEmail(email))?.id ?? '';
    const known = await this.database.em.count(KnownNetworkEntity, {
      user: id,
      network: { $in: this.#keys.map((key) => hashOf(key, id, network)) },
      seenAt: { $gt: entityClock.ago(rememberedMs) },
    });
    return known > 0;
  }

  /** Notes that somebody has just shown the right password there. */
  async remember(userId: string, network: string): Promise<void> {
    // With kysely: MikroORM's upsert takes no time of the database.
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

const quarterHour = 15 * 60_000;

/** Limits of sign-ins (specification: Limits). An address counts as its network. */
export const failuresPerAccount: RateLimit = { name: 'login-account', points: 10, windowMs: quarterHour };
export const failuresPerAddress: RateLimit = { name: 'login-address', points: 100, windowMs: quarterHour };
export const registrationsPerAddress: RateLimit = { name: 'registration', points: 60, windowMs: 60_000 };
/** Of one account, from all networks together that it has never signed in from. */
export const failuresOfStrangers: RateLimit = { name: 'login-strangers', points: 200, windowMs: 60 * 60_000 };

const hour = 60 * 60_000;
/** Of links that reset a password (specification: Limits). So that nobody fills somebody else's mailbox, or has us fill many. */
export const resetsPerAccount: RateLimit = { name: 'password-reset-account', points: 3, windowMs: hour };
export const resetsOfAccount: RateLimit = { name: 'password-reset-total', points: 10, windowMs: hour };
export const resetsPerAddress: RateLimit = { name: 'password-reset-address', points: 60, windowMs: hour };

/** An attempt to sign in: what account it is for and where it comes from. */
interface Attempt {
  email: string;
  address: string;
}

/**
 * Slows guessing down. Failures of an account are counted by network, so that nobody locks somebody else out; those of
 * strangers are bounded together as well, however many machines they have.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly known: KnownNetworks,
  ) {}

  /** Counts an attempt before its password is checked, so that guesses in parallel cannot pass together. @throws ApiError 429 */
  async countLogin(attempt: Attempt): Promise<void> {
    const { network, accountHere, account } = keysOf(attempt);
    // First: whoever has used it up makes no more keys for accounts that there may not be.
    await this.#use(failuresPerAddress, network);
    try {
      await this.#use(failuresPerAccount, accountHere);
      await this.#countStranger(account, network);
    } catch (error) {
      // What was refused was no guess: it must not use up the address for others behind it.
      await this.limiter.refund(failuresPerAddress, network);
      throw error;
    }
  }

  /** Takes the attempt back once it has succeeded, and remembers the network. */
  async clearFailures(userId: string, attempt: Attempt): Promise<void> {
    const { network, account } = keysOf(attempt);
    await this.limiter.refund(failuresPerAddress, network);
    await this.limiter.refund(failuresOfStrangers, account);
    await this.trust(userId, attempt);
  }

  /** Whoever has shown that the account is theirs may try again here, and is no stranger. */
  async trust(userId: string, attempt: Attempt): Promise<void> {
    const { network, accountHere } = keysOf(attempt);
    await this.limiter.reset(failuresPerAccount, accountHere);
    await this.known.remember(userId, network);
  }

  /** Whether or not there is such an account. @throws ApiError 429 */
  async countPasswordReset(attempt: Attempt): Promise<void> {
    const { network, accountHere, account } = keysOf(attempt);
    await this.#use(resetsPerAddress, network);
    await this.#use(resetsPerAccount, accountHere);
    await this.#use(resetsOfAccount, account);
  }

  /** @throws ApiError 429 */
  async countRegistration(address: string): Promise<void> {
    await this.#use(registrationsPerAddress, networkOf(address));
  }

  /** Known networks consume points too: checking each attempt first would cost more than it saves. @throws ApiError 429 */
  async #countStranger(account: string, network: string): Promise<void> {
    const seconds = await this.limiter.consume(failuresOfStrangers, account);
    if (seconds !== null && !(await this.known.isKnown(account, network))) throw tooMany(seconds);
  }

  async #use(limit: RateLimit, key: string): Promise<void> {
    const seconds = await this.limiter.consume(limit, key);
    if (seconds !== null) throw tooMany(seconds);
  }
}

function tooMany(seconds: number) {
  return tooManyRequests(seconds, `Too many attempts. Try again in ${formatWait(seconds)}.`);
}

function keysOf({ email, address }: Attempt) {
  const network = networkOf(address);
  const account = email.toLowerCase();
  return { network, account, accountHere: `${account} ${network}` };
}

/** Tells one network from another for this account alone. */
function hashOf(key: Buffer, userId: string, network: string): string {
  return keyedHash(key, `${userId} ${network}`);
}
