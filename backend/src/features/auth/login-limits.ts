import { Injectable } from '@nestjs/common';
import { tooManyRequests } from '../../common/api-error.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';

const quarterHour = 15 * 60_000;

/** CONTRACT 2 Limits. */
const failuresPerAccount: RateLimit = { name: 'login-account', points: 10, windowMs: quarterHour };
const failuresPerAddress: RateLimit = { name: 'login-address', points: 100, windowMs: quarterHour };
const registrationsPerAddress: RateLimit = { name: 'registration', points: 60, windowMs: 60_000 };

/** Slows guessing down: failures of an account are counted by address, so that nobody locks somebody else out. */
@Injectable()
export class LoginLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts an attempt before its password is checked, so that guesses in parallel cannot pass together. @throws ApiError 429 */
  async countLogin(email: string, address: string): Promise<void> {
    await this.#use(failuresPerAccount, accountKey(email, address));
    await this.#use(failuresPerAddress, address);
  }

  /** Takes the attempt back once it has succeeded. */
  async forgiveLogin(email: string, address: string): Promise<void> {
    await this.limiter.reset(failuresPerAccount, accountKey(email, address));
    await this.limiter.giveBack(failuresPerAddress, address);
  }

  /** @throws ApiError 429 */
  async countRegistration(address: string): Promise<void> {
    await this.#use(registrationsPerAddress, address);
  }

  async #use(limit: RateLimit, key: string): Promise<void> {
    const seconds = await this.limiter.use(limit, key);
    if (seconds !== null)
      throw tooManyRequests(seconds, `Too many attempts. Try again in ${inWords(seconds)}.`);
  }
}

function accountKey(email: string, address: string): string {
  return `${email.toLowerCase()} ${address}`;
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
