import { expect, jest, test } from '@jest/globals';

// jsdom has none. No message is awaited here.
class SilentPort {
  postMessage(): void {}
}
Object.assign(globalThis, {
  MessagePort: SilentPort,
  MessageChannel: class {
    port1 = new SilentPort();
    port2 = new SilentPort();
  },
});

test('a clock that is set back uses up no allowance', async () => {
  // The module keeps the clocks that it finds.
  jest.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') });
  const { report } = await import('./send-entries.ts');
  expect(report('log', ['before'])).toBe(true);
  jest.setSystemTime(new Date('2026-11-30T11:00:00Z'));
  expect([report('log', ['an hour before']), report('log', ['and on'])]).toEqual([true, true]);
  jest.useRealTimers();
});
