import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ManagedUser } from '@studio/contract/http/admin';
import { type RouteName, routes } from '@studio/contract/routes';
import * as fc from 'fast-check';
import { Database } from '../../src/database/database.js';
import { longestStall } from '../support/longest-stall.js';
import { nightly } from '../support/nightly.js';
import { firstAdmin } from '../support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { median } from '../timing/median.js';
import { type Cast, createCast, fuzzedStudio } from './cast.js';
import { type ChangedRows, watchRows } from './changed-rows.js';
import { responseFaults } from './faults.js';
import { anyRequest, type Plan, send, validRequest, type WireRequest, wireRequest } from './requests.js';
import { socketFaults } from './sockets.js';

/** The rounds of `npm test`: seeds that have found a fault. */
const keptSeeds = [1_795_441_578];
/** FUZZ_SEED=7 FUZZ_RUNS=1 repeats round 7: a round depends only on its seed. */
const { FUZZ_SEED: firstSeed, FUZZ_RUNS: runs = 1 } = process.env;
const seeds = firstSeed
  ? Array.from({ length: Number(runs) }, (_, index) => Number(firstSeed) + index)
  : keptSeeds;

const names = Object.keys(routes) as RouteName[];
/** Routes that end sessions, rights or resources that other routes need. */
const endings: readonly RouteName[] = [
  'withdrawRevision',
  'revokeLink',
  'revokeLinks',
  'deleteProject',
  'purgeProject',
  'deleteAsset',
  'forumLogin',
  'logout',
  'setAdmin',
  'setSuspension',
];
/** The longest acceptable turn of the event loop, in milliseconds of CPU time. */
const maxTurnMs = 100;
/** How often a request is repeated that has taken a longer one. */
const repetitions = 5;

let studio: TestStudio;
let first: Person;
let rows: ChangedRows;
beforeAll(async () => {
  studio = await startTestStudio(fuzzedStudio);
  first = await firstAdmin(studio);
  rows = await watchRows(studio.studio.app.get(Database).sql);
  if (firstSeed) process.stdout.write(`Rounds ${seeds[0]} to ${seeds.at(-1)}\n`);
});
afterAll(() => studio.stop());

describe('a request to any route of the contract', () => {
  it('that is valid succeeds', async () => {
    const cast = await createCast(studio, first);
    const unreached: string[] = [];
    for (const name of names.toSorted((a, b) => endings.indexOf(a) - endings.indexOf(b))) {
      const request = validRequest(name);
      const responses = new Set<number>();
      // Several tries, because a random caller may lack the right, or a random resource may not fit.
      for (let seed = 1; seed <= 300 && !responses.has(routes[name].status); seed += 1) {
        const [plan] = fc.sample(request, { seed, numRuns: 1 }) as [Plan];
        responses.add((await send(studio, wireRequest(plan, cast))).status);
      }
      if (!responses.has(routes[name].status)) unreached.push(`${name}: ${[...responses].join(', ')}`);
    }
    expect(unreached).toEqual([]);
  });

  it.each(seeds)(
    'or any message is answered soon, by the contract and never by 5xx, and changes no row if refused (round %i)',
    async (seed) => {
      const cast = await createCast(studio, first);
      const faults = await socketFaults(studio, cast, rows, seed);
      const some = (name: RouteName) => fc.array(anyRequest(name), { minLength: 4, maxLength: 4 });
      const requests = fc.tuple(...names.map(some));
      const [plans = []] = fc.sample(requests, { seed, numRuns: 1 });
      for (const plan of endingsLast(plans.flat())) faults.push(...(await requestFaults(plan, cast)));
      await studio.call('get', '/health/ready').expect(200);
      expect(faults).toEqual([]);
    },
  );
});

async function requestFaults(plan: Plan, cast: Cast): Promise<string[]> {
  const sent = wireRequest(plan, cast);
  const { authorization: _, ...headers } = sent.headers;
  const shown = `${plan.route} by ${plan.who}: ${sent.method} ${sent.path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${String(sent.body ?? '').slice(0, 300)}`;
  try {
    await rows.take();
    const answering = send(studio, sent);
    const turn = await longestStall(answering);
    const response = await answering;
    const faults = responseFaults(plan, sent, response, cast);
    noteRights(plan, response, cast);
    const changes = await rows.take();
    if (response.status >= 400 && changes.length > 0)
      faults.push(`${response.status} changes ${changes.join('; ')}`);
    if (nightly && turn > maxTurnMs) faults.push(...(await stallFaults(sent)));
    return faults.map((fault) => `${shown}: ${fault}`);
  } catch (error) {
    return [`${shown}: ${String(error)}`];
  }
}

/** Repeats a request that was slow once, which may have had other reasons, such as garbage collection. */
async function stallFaults(sent: WireRequest): Promise<string[]> {
  const turns: number[] = [];
  for (let time = 0; time < repetitions; time += 1) turns.push(await longestStall(send(studio, sent)));
  return median(turns) > maxTurnMs ? [`keeps the event loop for ${turns.join(', ')} ms`] : [];
}

/** Records who has become an admin, or is no longer one. */
function noteRights(
  { route, method }: Plan,
  { status, text }: { status: number; text: string },
  { people, admins }: Cast,
): void {
  if (route !== 'setAdmin' || method !== routes.setAdmin.method || status !== 200) return;
  const { id, isAdmin } = ManagedUser.parse(JSON.parse(text));
  for (const who of ['owner', 'stranger', 'moderator'] as const)
    if (people[who].user.id === id) admins[isAdmin ? 'add' : 'delete'](who);
}

function endingsLast(plans: Plan[]): Plan[] {
  return plans.toSorted((a, b) => endings.indexOf(a.route) - endings.indexOf(b.route));
}
