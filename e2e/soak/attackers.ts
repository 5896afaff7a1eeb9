import { setDefaultCACertificates } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { Attacker, type Target } from './attacker.ts';

/** What the thread of the attackers is given: they must not slow down what measures how long others wait. */
export interface AttackersData {
  target: Target;
  count: number;
  certificates: string[];
}

/*
 * Attackers, each on a network of their own, from the start of this thread until it is sent anything. It answers with how
 * often each status came.
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

const answers: Record<string, number> = {};
for (const attacker of attackers)
  for (const [status, times] of attacker.answers) answers[status] = (answers[status] ?? 0) + times;
parentPort?.postMessage(answers);
