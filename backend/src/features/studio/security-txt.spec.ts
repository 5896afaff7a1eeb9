import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestStudio, type TestStudio } from '../../testing/studio.js';

const path = '/.well-known/security.txt';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({
    PUBLIC_URL: 'https://studio.example',
    SECURITY_CONTACT: 'mailto:security@studio.example',
  });
});
afterAll(() => studio.stop());

it('whom to tell of a vulnerability stands at its well-known address (RFC 9116)', async () => {
  const { text, headers } = await request(studio.url).get(path).expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:security@studio\.example$/m);
  expect(text).toMatch(/^Canonical: https:\/\/studio\.example\/\.well-known\/security\.txt$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});

it('it is 404, and not the page, where nobody is named', async () => {
  const silent = await startTestStudio();
  try {
    await request(silent.url).get(path).expect(404);
  } finally {
    await silent.stop();
  }
});
