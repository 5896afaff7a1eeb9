import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { provisionCompose } from './compose.ts';
import { provisionExporters } from './exporters.ts';
import { provisionRestic } from './offsite.ts';
import { provisionPrometheus } from './prometheus.ts';
import { provisionProxy } from './proxy.ts';
import { provisionOwnRadosgw } from './radosgw.ts';
import { provisionOwnRedis } from './redis.ts';

const { PATH, CI } = process.env;
// Without programs there is nothing to install others with.
beforeEach(() => {
  process.env['PATH'] = '';
});
afterEach(() => {
  process.env['PATH'] = PATH;
  if (CI === undefined) delete process.env['CI'];
  else process.env['CI'] = CI;
});

test.each([
  provisionCompose,
  provisionExporters,
  provisionOwnRadosgw,
  provisionOwnRedis,
  provisionPrometheus,
  provisionProxy,
  provisionRestic,
])('a missing server is a reason to skip tests, and in CI a failure: %p', (provision) => {
  delete process.env['CI'];
  expect(provision()).toContain('is not installed');
  process.env['CI'] = 'true';
  expect(provision).toThrow('is not installed');
});
