import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { MemoryRateLimiter } from '../../adapters/embedded/memory-rate-limiter.js';
import { readConfig } from '../../config/read-config.js';
import { BudgetsService } from './budgets.service.js';

const hour = 3_600_000;

it('a window ends for all points at once, though replicas share them only once they are many', async () => {
  const service = new BudgetsService(await readConfig({}), new MemoryRateLimiter());
  const waits: (number | null)[] = [];
  mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  mock.method(performance, 'now', () => Date.now());
  try {
    service.charge('create', 'ada', 1);
    mock.timers.tick(23 * hour);
    service.charge('create', 'ada', 4_999);
    mock.timers.tick(1_000);
    await setImmediate();
    waits.push(service.tryConsume('create', 'ada'));
    mock.timers.tick(hour);
    waits.push(service.tryConsume('create', 'ada'));
  } finally {
    mock.timers.reset();
    mock.reset();
  }
  expect(waits).toEqual([3_599, null]);
});
