import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

const mutex = new KeyedMutex({ maxWaitMs: 20, timeout: () => new Error('waited too long') });

/** A task that runs until `end` is called. */
function openTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

describe('tasks of one key', () => {
  it('run one after another, in the order in which they came, also after one that fails', async () => {
    const first = openTask();
    const began: string[] = [];
    const running = [
      mutex.run('a', first.run),
      mutex.run('a', async () => {
        began.push('second');
        throw new Error('failed');
      }),
      mutex.run('a', async () => began.push('third')),
      mutex.run('b', async () => began.push('of another key')),
    ];
    await running[3];
    expect(began).toEqual(['of another key']);
    first.end();
    await Promise.allSettled(running);
    expect(began).toEqual(['of another key', 'second', 'third']);
  });

  it('that cannot start in time, or are aborted, fail and never run; those behind them still wait', async () => {
    const first = openTask();
    const began: string[] = [];
    const running = mutex.run('a', first.run);
    const abort = new AbortController();
    const aborted = mutex.run('a', async () => began.push('aborted'), abort.signal);
    const late = mutex.run('a', async () => began.push('late'));
    abort.abort(new Error('left'));
    await expect(aborted).rejects.toThrow('left');
    await expect(late).rejects.toThrow('waited too long');
    const last = mutex.run('a', async () => began.push('last'));
    expect(began).toEqual([]);
    first.end();
    await Promise.all([running, last]);
    expect(began).toEqual(['last']);
  });
});
