import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import * as fc from 'fast-check';
import { randomRuns } from '../../../../test/support/random-runs.js';
import { bodyEnd, partHead } from '../../../../test/support/requests/multipart.js';
import { openUpload } from '../../../../test/support/requests/open-upload.js';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';
import { AssetReconciliationService } from '../reconciliation/asset-reconciliation.service.js';

let studio: TestStudio;
let library: TestLibrary;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
});
beforeEach(async () => {
  person = await studio.person();
});
afterAll(() => studio.stop());

/** The rest of the quota when a run begins, in bytes. */
const room = 1_000;

const size = fc.integer({ min: 1, max: 600 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('whole', 'in chunks', 'broken off', 'not what it says'),
      size,
      isEqual: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('remove' as const), which: fc.nat(4) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const steps = fc.array(step, { minLength: 4, maxLength: 15 });

/** The files that a sequence of steps has stored and not removed. */
type Mine = { asset: Asset; content: string }[];

async function take(mine: Mine, taken: Step): Promise<number> {
  if (taken.act === 'remove') {
    const [entry] = mine.splice(taken.which, 1);
    return entry ? (await library.remove(person, entry.asset)).status : 204;
  }
  const content = (taken.isEqual ? 'same' : newId()).repeat(taken.size).slice(0, taken.size);
  const { status, body } = await send(taken.act, content);
  if (status === 201) mine.push({ asset: body, content });
  return status;
}

type Sending = Exclude<Step['act'], 'remove'>;

async function send(act: Sending, content: string): Promise<{ status: number; body: Asset }> {
  if (act === 'whole') return library.upload(person, 'a.txt', content);
  if (act === 'not what it says') return library.upload(person, 'a.png', content);
  const upload = openUpload(studio, person);
  await upload.send(partHead('a.txt') + (act === 'in chunks' ? content : content.slice(content.length / 2)));
  if (act === 'in chunks') upload.call.end(bodyEnd);
  else upload.call.destroy();
  return upload.response.catch(() => ({ status: 0, body: {} as Asset }));
}

const sizeOf = (mine: Mine) => mine.reduce((sum, { asset }) => sum + asset.size, 0);

/** Expects that each call reports the usage of exactly these files. */
async function expectCharged(mine: Mine): Promise<void> {
  const storage = {
    totalUsed: limits.storageBytes - room + sizeOf(mine),
    totalLimit: limits.storageBytes,
    assetCount: mine.length + 1,
  };
  expect(await library.storage(person)).toMatchObject(storage);
  const { body } = await studio.call('get', '/users/me/stats', person).expect(200);
  expect(body.storage).toEqual(storage);
}

async function expectStored(mine: Mine): Promise<void> {
  await until(async () => (await library.rows()).uploads === 0);
  await expectCharged(mine);
  for (const { asset, content } of mine)
    expect((await library.serve(asset)).content.toString()).toBe(content);
  await reconcile();
  expect(await library.stored()).toHaveLength(new Set(mine.map(({ content }) => content)).size);
}

const reconcile = () =>
  studio.studio.app
    .get(AssetReconciliationService)
    .reconcile(new Date(Date.now() + 25 * 3_600_000), new AbortController().signal);

/** Removes everything, and expects that nothing stays. */
async function cleanUp(mine: Mine): Promise<void> {
  for (const { asset } of mine) await library.remove(person, asset).expect(204);
  await expectStored([]);
  const { sql } = studio.studio.app.get(Database);
  await sql.deleteFrom('assets').execute();
  await sql.deleteFrom('stored_objects').execute();
}

describe('any uploads, whole, equal, broken off or refused, and deletions', () => {
  it('charge what a plain model of them says, after each, and store no byte that nobody has', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (line) => {
        await library.fill(person, room);
        const mine: Mine = [];
        for (const taken of line) {
          const left = room - sizeOf(mine);
          const status = await take(mine, taken);
          const fits = 'size' in taken && taken.size <= left;
          if (taken.act === 'whole' || taken.act === 'in chunks') expect(status).toBe(fits ? 201 : 413);
          if (taken.act === 'not what it says') expect([413, 415]).toContain(status);
          if (taken.act === 'remove') expect(status).toBe(204);
          await until(async () => (await library.rows()).uploads === 0);
          await expectCharged(mine);
        }
        await expectStored(mine);
        await cleanUp(mine);
      }),
      randomRuns(15),
    );
  });

  it('H44 at once never pass the quota together, and leave no room charged that nothing takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(steps, steps, steps), async (lines) => {
        await library.fill(person, room);
        const stored = await Promise.all(
          lines.map(async (line) => {
            const mine: Mine = [];
            for (const taken of line) expect([0, 201, 204, 413, 415]).toContain(await take(mine, taken));
            return mine;
          }),
        );
        const mine = stored.flat();
        const left = room - sizeOf(mine);
        expect(left).toBeGreaterThanOrEqual(0);
        await expectStored(mine);
        if (left > 0) await take(mine, { act: 'whole', size: left, isEqual: false });
        expect(sizeOf(mine)).toBe(room);
        expect(await take(mine, { act: 'whole', size: 1, isEqual: false })).toBe(413);
        await cleanUp(mine);
      }),
      randomRuns(10),
    );
  });
});
