import { setDefaultCACertificates } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { Attacker, type Target } from './attacker.ts';

/** Input of the attackers' thread, which is separate so that it does not slow down the measurement of waits. */
export interface AttackersData {
  target: Target;
  count: number;
  certificates: string[];
}

/*
 * Runs attackers, each on a network of their own, until the thread receives a message. Then it posts the number of
 * responses by status.
 */
const { target, count, certificates } = workerData as AttackersData;
setDefaultCACertificates(certificates);
const enough = new AbortController();
parentPort?.once('message', () => enough.abort());

const attackers: Attacker[] = [];
while (attackers.length < count) {
  const index = attackers.length;
  attackers.push(await Attacker.start(target, `attacker-${index}`, `127.66.${index}.1`));
}
await Promise.all(attackers.map((attacker) => attacker.live(enough.signal)));

const responses: Record<string, number> = {};
for (const attacker of attackers)
  for (const [status, times] of attacker.responses) responses[status] = (responses[status] ?? 0) + times;
parentPort?.postMessage(responses);
