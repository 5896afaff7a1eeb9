import { Injectable } from '@nestjs/common';
import { tooManyRequests } from '../../common/api-error.js';
import { networkOf } from '../../common/client-address.js';
import { waitingTime } from '../../common/waiting-time.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';
import { KnownNetworks } from './known-networks.service.js';

const quarterHour = 15 * 60_000;

/** CONTRACT 2 Limits. An address counts as its network. */
export const failuresPerAccount: RateLimit = { name: 'login-account', points: 10, windowMs: quarterHour };
export const failuresPerAddress: RateLimit = { name: 'login-address', points: 100, windowMs: quarterHour };
export const registrationsPerAddress: RateLimit = { name: 'registration', points: 60, windowMs: 60_000 };
/** Of one account, from all networks together that it has never signed in from. */
export const failuresOfStrangers: RateLimit = { name: 'login-strangers', points: 200, windowMs: 60 * 60_000 };

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
      await this.limiter.giveBack(failuresPerAddress, network);
      throw error;
    }
  }

  /** Takes the attempt back once it has succeeded; nobody is a stranger from then on where they are now. */
  async forgiveLogin(userId: string, attempt: Attempt): Promise<void> {
    const { network, accountHere, account } = keysOf(attempt);
    await this.limiter.reset(failuresPerAccount, accountHere);
    await this.limiter.giveBack(failuresPerAddress, network);
    await this.limiter.giveBack(failuresOfStrangers, account);
    await this.known.remember(userId, network);
  }

  /** @throws ApiError 429 */
  async countRegistration(address: string): Promise<void> {
    await this.#use(registrationsPerAddress, networkOf(address));
  }

  /** Who is no stranger counts as well: to look that up for every attempt would cost more than it tells. @throws ApiError 429 */
  async #countStranger(account: string, network: string): Promise<void> {
    const seconds = await this.limiter.use(failuresOfStrangers, account);
    if (seconds !== null && !(await this.known.isKnown(account, network))) throw tooMany(seconds);
  }

  async #use(limit: RateLimit, key: string): Promise<void> {
    const seconds = await this.limiter.use(limit, key);
    if (seconds !== null) throw tooMany(seconds);
  }
}

function tooMany(seconds: number) {
  return tooManyRequests(seconds, `Too many attempts. Try again in ${waitingTime(seconds)}.`);
}

function keysOf({ email, address }: Attempt) {
  const network = networkOf(address);
  const account = email.toLowerCase();
  return { network, account, accountHere: `${account} ${network}` };
}
