import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Handed out by this process; the machine may offer one again that nobody has opened yet. */
const handedOut = new Set<number>();

/** A TCP port of 127.0.0.1 that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  if (handedOut.has(port)) return freePort();
  handedOut.add(port);
  return port;
}
