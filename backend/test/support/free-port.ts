import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the range for outgoing connections, which could take the port of a server that restarts. */
const [first, end] = [12_000, 32_000];
/** A folder with a file for each port in use, with the id of its process, since the port may not be open yet. */
const claims = join(tmpdir(), 'studio-ports');

/** A free TCP port of 127.0.0.1, which is different for each call in all test processes. */
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
    // The port of an ended process is free again for the next call.
    if (!isRunning(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Whether the process that has written the file is running. */
function isRunning(file: string): boolean {
  try {
    const id = Number(readFileSync(file, 'utf8'));
    // Empty while it is being written.
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
