import { expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { readConfig } from '../../config/read-config.js';
import { securityTxtRouter } from './security-txt.js';

it('the contact for vulnerabilities is at its well-known address (RFC 9116)', async () => {
  const config = await readConfig({
    PUBLIC_URL: 'https://studio.example',
    SECURITY_CONTACT: 'mailto:security@studio.example',
  });
  const app = express().use(securityTxtRouter(config));
  const { text, headers } = await request(app).get('/.well-known/security.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:security@studio\.example$/m);
  expect(text).toMatch(/^Canonical: https:\/\/studio\.example\/\.well-known\/security\.txt$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
