import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: one of these could take the port of a server that restarts. */
const [first, end] = [12_000, 32_000];
/** Handed out by this process, and perhaps not opened yet. */
const handedOut = new Set<number>();

/** A TCP port of 127.0.0.1 that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, end);
  if (handedOut.has(port) || !(await isFree(port))) return freePort();
  handedOut.add(port);
  return port;
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
