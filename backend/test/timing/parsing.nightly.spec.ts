import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longestStall } from '../support/longest-stall.js';
import { acceptedBodies, refusedBodies } from '../support/requests/slow-bodies.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { median } from './median.js';

const maxStallMs = 100;
const rounds = 5;

let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  person = await studio.person();
});
afterAll(() => studio.stop());

describe('H52: a body that is slow to parse', () => {
  it.each([
    ...Object.entries(refusedBodies).map(([kind, text]) => [kind, text, 400] as const),
    ...acceptedBodies.map(([kind, text]) => [kind, text, 201] as const),
  ])('blocks the event loop for less than 100 ms of CPU time: %s', async (_kind, text, status) => {
    const stalls: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const answering = fetch(`${studio.url}/api/projects`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${person.access_token}`,
        },
        body: text,
      });
      stalls.push(await longestStall(answering));
      expect((await answering).status).toBe(status);
    }
    expect(median(stalls)).toBeLessThan(maxStallMs);
  });
});
