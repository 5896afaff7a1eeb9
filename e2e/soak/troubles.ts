import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Replica } from '../stack/replica.ts';
import type { Stack } from '../stack/stack.ts';

/** A fault. `run` lets it last for up to `ms` milliseconds and resolves when it is over. */
interface Trouble {
  name: string;
  run(ms: number): Promise<void>;
}

interface Freezable {
  freeze(): void;
  resume(): void;
}

/** As long as cases H36 and H37 demand. */
const maxMs = 30_000;

/** All faults of this stack. */
function troublesOf({ replicas, database, redis, s3 }: Stack): Trouble[] {
  const frozen = (name: string, one: Freezable): Trouble => ({
    name: `${name} hangs`,
    async run(ms) {
      one.freeze();
      await pause(ms);
      one.resume();
    },
  });
  const killed = (name: string, kill: () => unknown, restart: () => unknown): Trouble => ({
    name: `${name} is killed`,
    async run(ms) {
      await kill();
      await pause(ms / 5);
      await restart();
    },
  });
  const drained = (name: string, replica: Replica): Trouble => ({
    name: `${name} is told to end`,
    async run() {
      const { code, seconds } = await replica.stop();
      if (code !== 0 || seconds > 10) throw new Error(`It ended with ${code} after ${seconds} s`);
      await replica.start();
    },
  });
  return [
    ...replicas.flatMap((replica, index) => {
      const name = `replica ${index + 1}`;
      const restart = () => replica.start();
      return [killed(name, replica.kill, restart), frozen(name, replica), drained(name, replica)];
    }),
    frozen('PostgreSQL', database),
    killed('PostgreSQL', database.kill, database.restart),
    frozen('Redis', redis),
    killed('Redis', redis.kill, redis.restart),
    frozen('S3', s3),
    killed('S3', s3.kill, s3.restart),
  ];
}

/** Causes one fault after another with pauses between them; each comes once before any is repeated. */
export async function makeTrouble(
  stack: Stack,
  enough: AbortSignal,
  report: (what: string) => void,
): Promise<void> {
  let left: Trouble[] = [];
  while (!enough.aborted) {
    if (left.length === 0) left = troublesOf(stack);
    const [trouble] = left.splice(randomInt(left.length), 1);
    const ms = randomInt(1_000, maxMs);
    report(`${trouble?.name} (up to ${Math.round(ms / 1_000)} s)`);
    await trouble?.run(ms);
    report('over');
    await pause(randomInt(3_000, 8_000), undefined, { signal: enough }).catch(() => undefined);
  }
}
