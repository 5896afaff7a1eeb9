import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below those that systems give to outgoing connections: one of these could take the port of a server that restarts. */
const [first, end] = [12_000, 32_000];
/** A file for each port that was handed out, with the process that has it: it need not have been opened yet. */
const claims = join(tmpdir(), 'studio-ports');

/** A TCP port of 127.0.0.1 that nobody listens on, another one each time, in whatever process of the tests. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, end);
  return claim(port) && (await isFree(port)) ? port : freePort();
}

function claim(port: number): boolean {
  mkdirSync(claims, { recursive: true });
  const file = join(claims, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    // Of a process that has ended it is free again, for whoever comes next.
    if (!isRunning(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Whether the process runs that has written this. */
function isRunning(file: string): boolean {
  try {
    const id = Number(readFileSync(file, 'utf8'));
    // It is about to be written.
    return id === 0 || process.kill(id, 0);
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
