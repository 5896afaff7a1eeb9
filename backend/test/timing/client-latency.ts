import { Agent, get } from 'node:http';

/** The 99th percentile, in milliseconds, of the response times of 200 sequential requests by an ordinary client. */
export async function clientLatencyP99(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let call = 0; call < 200; call += 1) {
    const began = performance.now();
    await new Promise<void>((done, failed) => {
      const asked = get(`${url}/api/projects/public`, { agent }, (response) =>
        response.on('end', done).resume(),
      );
      asked.on('error', failed);
    });
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
