import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import { DataDirInUse, lockDataDir } from './data-dir-lock.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'studio-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const lockFile = () => join(dataDir, 'studio.lock');
/** Writes a lock as another process would have left it. */
const leave = (holder: object) => writeFileSync(lockFile(), JSON.stringify(holder));
const held = () => JSON.parse(readFileSync(lockFile(), 'utf8'));
const touched = (secondsAgo: number) => {
  const time = new Date(Date.now() - secondsAgo * 1_000);
  utimesSync(lockFile(), time, time);
};

describe('the lock on DATA_DIR', () => {
  it('keeps a second holder out and says who holds it, and leaves nothing when given back', () => {
    const unlock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
    expect(() => lockDataDir(dataDir)).toThrow(
      `DATA_DIR: ${dataDir} is in use by process ${process.pid} since ${held().since}.`,
    );
    unlock();
    expect(readdirSync(dataDir)).toEqual([]);
    lockDataDir(dataDir)();
  });

  it('of a process that was killed is taken over', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    leave({ pid: child.pid, since: 'then', processStart: null, nonce: 'theirs' });
    expect(() => lockDataDir(dataDir)).toThrow(`process ${child.pid} since then`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataDir(dataDir);
    expect(held().pid).toBe(process.pid);
  });

  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('of a process that was killed and is still a zombie is taken over', async () => {
    // The shell becomes a process that never asks how its child has ended.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    const zombie = Number(await once(parent.stdout, 'data'));
    const factOf = (pid: number | undefined, fact: string) => readFileSync(`/proc/${pid}/${fact}`, 'utf8');
    await until(() => factOf(parent.pid, 'comm') === 'sleep\n');
    process.kill(zombie, 'SIGKILL');
    await until(() => factOf(zombie, 'stat').includes(') Z '));
    leave({ pid: zombie, since: 'then', processStart: null, nonce: 'theirs' });
    lockDataDir(dataDir);
    expect(held().pid).toBe(process.pid);
    parent.kill();
    await once(parent, 'exit');
  });

  it('of a dead process whose pid is used again is taken over', () => {
    lockDataDir(dataDir)();
    leave({ pid: process.ppid, since: 'then', processStart: 'another boot/1', nonce: 'theirs' });
    lockDataDir(dataDir);
    expect(held().pid).toBe(process.pid);
  });

  // Root's, so that other users may not signal it: run by one of them, this test covers EPERM.
  itOnLinux('of a dead process whose pid is now that of another user’s process is taken over', () => {
    leave({ pid: 1, since: 'then', processStart: 'another boot/1', nonce: 'theirs' });
    lockDataDir(dataDir);
    expect(held().pid).toBe(process.pid);
  });

  describe('of a process whose start is unknown, as outside Linux', () => {
    const beforeBoot = new Date(Date.now() - (uptime() + 60) * 1_000).toISOString();
    const leaveOf = (since: string, secondsAgo: number) => {
      leave({ pid: process.ppid, since, processStart: null, nonce: 'theirs' });
      touched(secondsAgo);
    };

    it('is taken over once the machine was restarted since', () => {
      leaveOf(beforeBoot, 60);
      lockDataDir(dataDir);
      expect(held().pid).toBe(process.pid);
    });

    it.each([
      ['though it was not touched while the machine slept', new Date().toISOString(), 3_600],
      [
        'while it is touched, though a clock that was set has it older than the machine’s boot',
        beforeBoot,
        0,
      ],
    ])('keeps others out %s', (_when, since, secondsAgo) => {
      leaveOf(since, secondsAgo);
      expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
    });
  });

  itOnLinux('that cannot be read is not taken over', () => {
    // Also root cannot read it.
    symlinkSync(lockFile(), lockFile());
    expect(() => lockDataDir(dataDir)).toThrow('ELOOP');
    expect(readdirSync(dataDir)).toEqual(['studio.lock']);
  });

  describe('of another container', () => {
    const theirs = { pid: 2 ** 30, since: 'then', processStart: null, nonce: 'theirs', host: 'theirs' };

    it.each([
      { host: 'theirs', pidNamespace: 'pid:[1]' },
      { host: hostname(), pidNamespace: 'pid:[1]' },
      { host: 'theirs', pidNamespace: null },
    ])('keeps others out while it is touched, though its process is not one of ours: %o', (place) => {
      leave({ ...theirs, ...place });
      touched(25);
      expect(() => lockDataDir(dataDir)).toThrow(
        `in use by process ${theirs.pid} on ${place.host} since then. Stop it, or set another DATA_DIR. If it was killed, try again in 30 s.`,
      );
    });

    it.each([
      ['once it was not touched for 30 s', 31],
      ['where it was touched in the future, before a clock was set back', -31],
    ])('is taken over %s, though a process of ours has its number', (_when, secondsAgo) => {
      leave({ ...theirs, pid: process.pid, pidNamespace: 'pid:[1]' });
      touched(secondsAgo);
      lockDataDir(dataDir)();
      expect(readdirSync(dataDir)).toEqual([]);
    });

    it('is touched every 5 s', async () => {
      mock.timers.enable({ apis: ['setInterval'] });
      const age = () => Date.now() - statSync(lockFile()).mtimeMs;
      try {
        const unlock = lockDataDir(dataDir);
        touched(60);
        mock.timers.tick(5_000);
        await until(() => age() < 30_000);
        unlock();
      } finally {
        mock.timers.reset();
      }
    });
  });

  it('that a crash of the machine cut short is taken over', () => {
    writeFileSync(lockFile(), '{"pid":1');
    lockDataDir(dataDir);
    expect(held().pid).toBe(process.pid);
  });

  it('is not removed by a holder who has lost it', () => {
    const unlock = lockDataDir(dataDir);
    leave({ pid: process.pid, since: 'now', processStart: null, nonce: 'theirs' });
    unlock();
    expect(held().nonce).toBe('theirs');
  });
});
