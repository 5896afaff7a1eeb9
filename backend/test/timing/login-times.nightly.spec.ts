import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

let studio: TestStudio;
let known: Person[];
beforeAll(async () => {
  // Behind a trusted proxy, so that the attempts can come from any address.
  studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
  known = await Promise.all(Array.from({ length: 40 }, () => studio.person()));
});
afterAll(() => studio.stop());

describe('H48: a wrong password', () => {
  it('is answered equally late, whether there is an account or not', async () => {
    // The shortest response of each kind, because other work of this machine can only add time.
    const floors = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let i = 0; i < 800; i += 1) {
      const kind = i % 2 ? 'known' : 'unknown';
      const email = kind === 'known' ? known[(i >> 1) % 40]?.user.email : `unknown${i}@example.org`;
      const began = performance.now();
      await studio
        .call('post', '/auth/login')
        .set('x-forwarded-for', `10.9.${i % 4}.${i % 10}`)
        .send({ email, password: 'a wrong password' })
        .expect(401);
      floors[kind] = Math.min(floors[kind], performance.now() - began);
    }
    expect(Math.abs(floors.known - floors.unknown)).toBeLessThan(5);
  });
});
