import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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

  it('of a dead process whose pid is used again is taken over', () => {
    lockDataDir(dataDir)();
    leave({ pid: process.ppid, since: 'then', processStart: 'another boot/1', nonce: 'theirs' });
    lockDataDir(dataDir);
    expect(held().pid).toBe(process.pid);
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
