import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { tooManyRequests } from '../../common/errors/api-error.js';
import { networkOf } from '../../common/http/caller.js';
import { formatWait } from '../../common/text-format.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';
import type { Account } from '../users/user.entity.js';
import { KnownNetworks } from './known-networks.js';
import { PendingAttempts } from './pending-attempts.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Limits of sign-ins (specification: Limits). */
export const failuresPerAccountAndNetwork: RateLimit = {
  name: 'login-account',
  points: 10,
  windowMs: 15 * minuteMs,
};
export const failuresPerNetwork: RateLimit = { name: 'login-address', points: 100, windowMs: 15 * minuteMs };
export const registrationsPerNetwork: RateLimit = { name: 'registration', points: 60, windowMs: minuteMs };
/** Per account, from all networks together; refuses only unknown ones. */
export const failuresPerAccountTotal: RateLimit = { name: 'login-strangers', points: 200, windowMs: hourMs };

/**
 * Limits of links that reset a password (specification: Limits), so that nobody can flood a mailbox, or many
 * mailboxes.
 */
export const resetsPerAccountAndNetwork: RateLimit = {
  name: 'password-reset-account',
  points: 3,
  windowMs: hourMs,
};
/** Per account, from all networks together; refuses only unknown ones, so that others cannot keep its owner from a link. */
export const resetsPerAccountTotal: RateLimit = {
  name: 'password-reset-total',
  points: 10,
  windowMs: hourMs,
};
export const resetsPerNetwork: RateLimit = { name: 'password-reset-address', points: 60, windowMs: hourMs };

/** How long an attempt waits for others that are being checked; then its client is to try again. */
const maxWaitMs = 5_000;
/** How many may wait at a time: each looks at every point that comes back, which would keep others waiting. */
const maxWaiting = 150;

/** An attempt to sign in: the account's email address and the client's IP address. */
interface Attempt {
  email: string;
  address: string;
}

/** A limit that an attempt uses a point of. */
interface Use {
  limit: RateLimit;
  key: string;
}

interface Refusal {
  seconds: number;
  /** Resolves when it may be tried again; undefined where no point of the limit is under way. */
  change: Promise<void> | undefined;
}

/**
 * Slows down guessing. Failures of an account are counted by network, so that nobody can lock somebody else out.
 * Failures from unknown networks also have a common limit, against attackers with many machines.
 */
@Injectable()
export class LoginLimits {
  readonly #underWay = new PendingAttempts();
  #waiting = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly known: KnownNetworks,
  ) {}

  /**
   * Checks a password. The attempt counts as a failure while `check` runs, so that guesses in parallel cannot pass
   * together, and afterwards only if the password was wrong.
   * @returns the account that `check` found; null: the password was wrong.
   * @throws ApiError 429
   */
  async checkPassword(attempt: Attempt, check: () => Promise<Account | null>): Promise<Account | null> {
    const taken = await this.#take(attempt);
    const account = await check().catch(async (error: unknown) => {
      await this.#refund(taken);
      throw error;
    });
    if (account) {
      await this.#refund(taken);
      await this.trust(account.id, attempt);
    } else {
      for (const { key } of taken) this.#underWay.end(key, true);
    }
    return account;
  }

  /** Resets the failures of an authenticated account in this network, and stores the network as known. */
  async trust(userId: string, attempt: Attempt): Promise<void> {
    const { network, accountHere } = keysOf(attempt);
    await this.limiter.reset(failuresPerAccountAndNetwork, accountHere);
    await this.known.remember(userId, network);
  }

  /** Counts a request, whether or not the account exists. @throws ApiError 429 */
  async countPasswordReset(attempt: Attempt): Promise<void> {
    const { network, accountHere, account } = keysOf(attempt);
    await this.#use(resetsPerNetwork, network);
    await this.#use(resetsPerAccountAndNetwork, accountHere);
    await this.#countReset(account, network);
  }

  /** @throws ApiError 429 */
  async countRegistration(address: string): Promise<void> {
    await this.#use(registrationsPerNetwork, networkOf(address));
  }

  /** Takes the points of an attempt. Waits where they may come back, from others that are being checked. */
  async #take(attempt: Attempt): Promise<Use[]> {
    let tooLate: Promise<true> | undefined;
    for (;;) {
      const outcome = await this.#tryTake(attempt);
      if ('taken' in outcome) return outcome.taken;
      if (!outcome.change) throw tooMany(outcome.seconds);
      if (this.#waiting === maxWaiting) throw tooMany(1);
      tooLate ??= pause(maxWaitMs, true as const, { ref: false });
      this.#waiting += 1;
      const isTooLate = await Promise.race([outcome.change, tooLate]);
      this.#waiting -= 1;
      if (isTooLate) throw tooMany(1);
    }
  }

  /** Takes all points of an attempt or, where a limit refuses one, none: then it checks no password. */
  async #tryTake(attempt: Attempt): Promise<{ taken: Use[] } | Refusal> {
    const { network, account } = keysOf(attempt);
    const taken: Use[] = [];
    let isComplete = false;
    try {
      for (const { limit, key } of usesOf(attempt)) {
        const before = this.#underWay.changeOf(key);
        const seconds = await this.limiter.consume(limit, key);
        if (seconds === null) {
          taken.push({ limit, key });
          this.#underWay.begin(key);
        } else if (limit !== failuresPerAccountTotal || !(await this.known.isKnown(account, network))) {
          return { seconds, change: before ?? this.#underWay.changeOf(key) };
        }
      }
      isComplete = true;
      return { taken };
    } finally {
      if (!isComplete) await this.#refund(taken);
    }
  }

  async #refund(uses: readonly Use[]): Promise<void> {
    try {
      await Promise.all(uses.map(({ limit, key }) => this.limiter.refund(limit, key)));
    } finally {
      for (const { key } of uses) this.#underWay.end(key, false);
    }
  }

  /**
   * Requests from known networks count too: looking up the network each time would cost more.
   * @throws ApiError 429 for unknown ones.
   */
  async #countReset(account: string, network: string): Promise<void> {
    const seconds = await this.limiter.consume(resetsPerAccountTotal, account);
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

/** By network first, so that a network over its limit adds no more keys for accounts that may not exist. */
function usesOf(attempt: Attempt): Use[] {
  const { network, accountHere, account } = keysOf(attempt);
  return [
    { limit: failuresPerNetwork, key: network },
    { limit: failuresPerAccountAndNetwork, key: accountHere },
    { limit: failuresPerAccountTotal, key: account },
  ];
}

function keysOf({ email, address }: Attempt) {
  const network = networkOf(address);
  const account = email.toLowerCase();
  return { network, account, accountHere: `${account} ${network}` };
}
