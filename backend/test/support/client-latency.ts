import { Agent, get } from 'node:http';

/** The 99th percentile in milliseconds of what one who behaves waits for an answer; the best of some rounds. */
export async function clientLatencyP99(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const rounds: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const times: number[] = [];
    for (let call = 0; call < 100; call += 1) {
      const began = performance.now();
      await new Promise<void>((done, failed) => {
        const asked = get(`${url}/api/projects/public`, { agent }, (response) =>
          response.on('end', done).resume(),
        );
        asked.on('error', failed);
      });
      times.push(performance.now() - began);
    }
    rounds.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
  }
  agent.destroy();
  return Math.min(...rounds);
}
