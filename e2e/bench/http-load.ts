import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

const connections = 8;

/** How many answers per second a server gives on a few connections that stay open, each asking for the next address at once. */
export async function requestsPerSecond(next: () => string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let answers = 0;
  const askOn = async () => {
    while (performance.now() < until) {
      const answer = await ask(next(), agent);
      answer.resume();
      await once(answer, 'end');
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  const took = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return answers / took;
}

/** Milliseconds until the first byte of an answer, on a connection of its own; the rest is not read. */
export async function timeToFirstByte(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await ask(url, new Agent(), headers);
  await once(answer, 'readable');
  const took = performance.now() - startedAt;
  answer.destroy();
  return took;
}

async function ask(
  url: string,
  agent: Agent,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  if (answer.statusCode === undefined || answer.statusCode >= 300)
    throw new Error(`${url} answered ${answer.statusCode}`);
  return answer;
}
