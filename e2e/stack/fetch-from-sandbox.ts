import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Asks a sandbox listener on 127.0.0.1 for an address as a browser does that finds its host there; Node finds none of them. */
export async function fetchFromSandbox(
  port: number,
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { host, pathname, search } = new URL(address);
  const asked = get({ port, host: '127.0.0.1', path: pathname + search, headers: { ...headers, host } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}
