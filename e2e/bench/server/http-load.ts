import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';

const connections = 8;
const kept = new Agent({ keepAlive: true });

/**
 * Responses per second on a few persistent connections, each of which sends the next request at once, for so many seconds or
 * until there is no next one.
 */
export async function requestsPerSecond(
  next: () => string | undefined,
  seconds = Number.POSITIVE_INFINITY,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let responses = 0;
  const askOn = async () => {
    for (let url = next(); url !== undefined && performance.now() < until; url = next()) {
      const response = await ask(url, agent);
      response.resume();
      await once(response, 'end');
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  const took = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return responses / took;
}

/** Milliseconds until the first byte of a response, on a new connection. The rest is not read. */
export async function timeToFirstByte(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const response = await ask(url, new Agent(), headers);
  await once(response, 'readable');
  const took = performance.now() - startedAt;
  response.destroy();
  return took;
}

/**
 * Milliseconds until the last byte of the response to a JSON body, on a persistent connection. The response may be compressed,
 * as for a browser, and is not decompressed, which would add time of the client.
 */
export async function timeOfCall(
  method: 'POST' | 'PUT',
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<number> {
  const text = JSON.stringify(body);
  const startedAt = performance.now();
  const call = request(url, {
    agent: kept,
    method,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'accept-encoding': 'gzip, br',
      ...headers,
    },
  }).end(text);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  const took = performance.now() - startedAt;
  if (response.statusCode !== 200) throw new Error(`${method} ${url} answered ${response.statusCode}`);
  return took;
}

async function ask(
  url: string,
  agent: Agent,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  if (response.statusCode === undefined || response.statusCode >= 300)
    throw new Error(`${url} answered ${response.statusCode}`);
  return response;
}
