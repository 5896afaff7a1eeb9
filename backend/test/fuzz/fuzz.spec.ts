import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientEvents } from '@studio/contract/realtime';
import { routes } from '@studio/contract/routes';
import { exposeGarbageCollector } from '../../src/common/garbage-collection.js';
import { Database } from '../../src/database/database.js';
import { firstAdmin } from '../support/studio/admin-actions.js';
import { startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { createCast, fuzzedStudio } from './cast.js';
import { watchRows } from './changed-rows.js';
import { httpRound } from './http-round.js';
import { socketRound } from './socket-round.js';
import { Tally } from './tally.js';

/** Each round follows from its number alone: FUZZ_SEED=7 FUZZ_RUNS=1 repeats round 7. */
const firstRound = Number(process.env['FUZZ_SEED'] ?? 1);
const wholeRun = 12;
const rounds = Number(process.env['FUZZ_RUNS'] ?? wholeRun);
const numbers = Array.from({ length: rounds }, (_, index) => firstRound + index);
/** Fewer do not come to everything there is. */
const itWhole = rounds < wholeRun ? it.skip : it;

let studio: TestStudio;
const tally = new Tally();

beforeAll(
  async () => {
    const collect = exposeGarbageCollector();
    studio = await startTestStudio(fuzzedStudio);
    const first = await firstAdmin(studio);
    const rows = await watchRows(studio.studio.app.get(Database).sql);
    for (const number of numbers) {
      const cast = await createCast(studio, first, number);
      await socketRound(studio, cast, { number, rows, tally });
      await httpRound(studio, cast, { number, rows, tally });
      await studio.call('get', '/health/ready').expect(200);
      collect({ type: 'major' });
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      tally.memory.push(heapUsed + arrayBuffers);
    }
    process.stdout.write(`Rounds ${firstRound} to ${numbers.at(-1)}: ${tally.summary()}\n`);
  },
  (rounds + 5) * 60_000,
);
afterAll(() => studio.stop());

describe('whatever is made up from the schemas of the contract', () => {
  it('is answered as the contract says, never by a 5xx, never after a long turn of the event loop; refused, it changes no row', () => {
    expect(tally.faults).toEqual([]);
  });

  itWhole('comes to every route and every event, and succeeds there at least once', () => {
    expect([...tally.answered].toSorted()).toEqual(Object.keys(routes).toSorted());
    expect([...tally.acknowledged].toSorted()).toEqual(Object.keys(clientEvents).toSorted());
    expect(tally.told).toBeGreaterThan(0);
  });

  itWhole('is seldom turned away by a limit', () => {
    expect(tally.share(429)).toBeLessThan(0.2);
  });

  itWhole('leaves nothing behind in memory', () => {
    expect(tally.growth()).toBeLessThan(24 * 1_048_576);
  });
});
