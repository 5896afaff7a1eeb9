import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longestStall } from '../support/longest-stall.js';
import { acceptedBodies, refusedBodies } from '../support/requests/slow-bodies.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { median } from './median.js';

const longestStallMs = 100;
const rounds = 5;

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

describe('H52: a body that is slow to parse', () => {
  it.each([...Object.entries(refusedBodies), ...acceptedBodies])(
    'blocks the event loop for less than 100 ms of CPU time: %s',
    async (_kind, text) => {
      const stalls: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        stalls.push(
          await longestStall(
            fetch(`${studio.url}/api/projects`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                authorization: `Bearer ${person.access_token}`,
              },
              body: text,
            }),
          ),
        );
      expect(median(stalls)).toBeLessThan(longestStallMs);
    },
  );
});
