import { describe, expect, it } from '@jest/globals';
import { AdvisoryLock } from './advisory-lock.js';

const url = process.env['DATABASE_URL'];
const describeOnPostgres = url ? describe : describe.skip;
const lock = () => new AdvisoryLock({ url: url ?? '' });

describeOnPostgres('a lock among replicas', () => {
  it('lets one work at a time; whoever waits says so first', async () => {
    const told: string[] = [];
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    const first = lock().hold(
      'migration',
      () => told.push('first waits'),
      async () => {
        told.push('first works');
        const { promise: waits, resolve: waiting } = Promise.withResolvers<void>();
        const second = lock().hold('migration', waiting, async () => void told.push('second works'));
        await waits;
        told.push('second waits');
        resolve();
        return { second };
      },
    );
    await finish;
    await (await first).second;
    expect(told).toEqual(['first works', 'second waits', 'second works']);
  });

  it('keeps the others from what one does already, and no longer', async () => {
    const done: string[] = [];
    await lock().ifFree('housekeeping', async () => {
      await lock().ifFree('housekeeping', async () => void done.push('meanwhile'));
      done.push('first');
    });
    await lock().ifFree('housekeeping', async () => void done.push('after'));
    expect(done).toEqual(['first', 'after']);
  });

  it('is not needed on the embedded database, which has one process', async () => {
    const alone = new AdvisoryLock({ socketDir: '/nowhere' });
    const refuse = () => expect('waited').toBe('did not wait');
    expect(await alone.hold('migration', refuse, async () => 'done')).toBe('done');
  });
});
