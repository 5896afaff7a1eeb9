import * as fc from 'fast-check';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { TwoTabs } from '@/testing/two-tabs.ts';
import { findViolations } from '@/testing/two-tabs-invariants.ts';
import { type Step, stepKinds } from '@/testing/two-tabs-steps.ts';
import { settled } from '@/testing/virtual-time.ts';
// Imported here, as it is otherwise loaded on demand when a project is opened.
import '../local-copies/draft-offer.ts';

const happenings: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...stepKinds),
    tab: fc.constantFrom<0 | 1>(0, 1),
    choice: fc.nat({ max: 5 }),
  }),
  { minLength: 1, maxLength: 30 },
);

/** Text typed in another user's project, which was then left, and hidden later. */
const leftAndHidden: Step[] = [
  { kind: 'open', tab: 0, choice: 2 },
  { kind: 'type', tab: 0, choice: 0 },
  { kind: 'wait', tab: 0, choice: 1 },
  { kind: 'blank', tab: 0, choice: 0 },
  { kind: 'hide', tab: 0, choice: 3 },
];

test('whatever two people do in two tabs, every text is where it was typed, once, nobody has a project that they did not make, and each screen says what is so', async () => {
  silenceWarnings();
  await fc.assert(
    fc.asyncProperty(happenings, async (plan) => {
      const walk = new TwoTabs();
      for (const tab of [0, 1] as const) await walk.openPage(tab, walk.pages[tab], null);
      for (const happening of plan) {
        await walk.perform(happening);
        await settled();
        await walk.deliverEvents();
      }
      expect(await findViolations(walk)).toEqual([]);
    }),
    {
      examples: [[leftAndHidden]],
      numRuns: Number(process.env['RUNS'] ?? 100),
      seed: Number(process.env['SEED'] ?? process.env['TEST_SEED'] ?? 18),
    },
  );
}, 60_000);
