import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Requests an address from a sandbox listener on 127.0.0.1. Browsers resolve its host to there, but Node does not. */
export async function fetchFromSandbox(
  port: number,
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { host, pathname, search } = new URL(address);
  const asked = get({ port, host: '127.0.0.1', path: pathname + search, headers: { ...headers, host } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}
