import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/common/ids.js';
import type { RateLimit, RateLimiter } from '../../src/ports/rate-limiter.js';

const limit: RateLimit = { name: 'a', points: 3, windowMs: 60_000 };

/** The tests for every rate limiter. */
export function rateLimiterContract(name: string, subject: () => RateLimiter): void {
  describe(`limits in ${name}`, () => {
    let limiter: RateLimiter;
    let key: string;
    beforeEach(() => {
      limiter = subject();
      key = newId();
    });
    const use = async (times: number, whose = key, which = limit) => {
      const waits = [];
      for (let i = 0; i < times; i++) waits.push(await limiter.consume(which, whose));
      return waits;
    };

    it('let as many calls through as they have points, then return how long to wait', async () => {
      const waits = await use(5);
      expect(waits.slice(0, 3)).toEqual([null, null, null]);
      // The refused ones use none.
      expect(await limiter.add(limit, key, 0, limit.windowMs)).toMatchObject({ points: 3 });
      for (const wait of waits.slice(3)) {
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(60);
      }
    });

    it('count each key, and each limit, separately', async () => {
      await use(4);
      expect(await use(1, newId())).toEqual([null]);
      expect(await use(1, key, { ...limit, name: 'b' })).toEqual([null]);
    });

    it('let no more calls through when all come at once', async () => {
      const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.consume(limit, key)));
      expect(waits.filter((wait) => wait === null)).toHaveLength(3);
    });

    it('begin anew when their window has passed, even after refused calls', async () => {
      const short = { name: 'short', points: 1, windowMs: 1_000 };
      const began = Date.now();
      await use(3, key, short);
      while ((await limiter.consume(short, key)) !== null) await pause(50);
      expect(Date.now() - began).toBeGreaterThan(900);
      expect(Date.now() - began).toBeLessThan(3_000);
    });

    it('count points that were used elsewhere, even beyond the limit, and return their sum', async () => {
      await use(2);
      const { points, msLeft } = await limiter.add(limit, key, 7, 1_000);
      expect(points).toBe(9);
      expect(msLeft).toBeGreaterThan(50_000);
      expect(msLeft).toBeLessThanOrEqual(limit.windowMs);
      expect((await use(1))[0]).not.toBeNull();
      expect(await limiter.add(limit, newId(), 1, limit.windowMs)).toMatchObject({ points: 1 });
    });

    it.each([
      ['longer than a second', 10_000, 10_000],
      ['shorter than a second', 10, 1_000],
    ])(
      'end with the window in which points were used elsewhere, also one that is %s',
      async (_, rest, most) => {
        for (const left of [rest, limit.windowMs]) {
          const { msLeft } = await limiter.add(limit, key, 1, left);
          expect(msLeft).toBeGreaterThan(0);
          expect(msLeft).toBeLessThanOrEqual(most);
        }
      },
    );

    it('can be refunded one point, or reset', async () => {
      await use(3);
      await limiter.refund(limit, key);
      expect(await use(1)).toEqual([null]);
      expect((await use(1))[0]).not.toBeNull();
      await limiter.reset(limit, key);
      expect(await use(3)).toEqual([null, null, null]);
    });

    it('are not raised by points that come back when their window has passed', async () => {
      await Promise.all(Array.from({ length: 3 }, () => limiter.refund(limit, key)));
      expect((await use(4)).filter((wait) => wait === null)).toHaveLength(3);
    });
  });
}
