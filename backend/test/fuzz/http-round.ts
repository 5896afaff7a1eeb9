import { Agent } from 'node:http';
import { ManagedUser } from '@studio/contract/http/admin';
import type { RouteName } from '@studio/contract/routes';
import { routes } from '@studio/contract/routes';
import * as fc from 'fast-check';
import type { TestStudio } from '../support/studio/test-studio.js';
import { BusyLoop, confirmedStall, longestTurn } from './busy-loop.js';
import type { Cast } from './cast.js';
import { complaintsOf } from './judge.js';
import { calmPlan, type Plan, wildPlan } from './plan.js';
import { type Answer, send, type WireRequest, wireRequest } from './sent-request.js';
import type { Round } from './tally.js';

/** Requests beside the calm one, to each route in each round. */
const wildRequests = 4;
/** They end sessions, rights or things that the others need. */
const endings: readonly RouteName[] = [
  'deleteProject',
  'purgeProject',
  'deleteAsset',
  'logout',
  'setAdmin',
  'setSuspension',
];

/** The requests of one round, always the same for its number. */
export function plansOf(round: number): Plan[] {
  const names = Object.keys(routes) as RouteName[];
  const plans = names.flatMap((name, index) => [
    calmPlan(name, round + index),
    ...Array.from({ length: wildRequests }, () => wildPlan(name)),
  ]);
  const all = fc.tuple(...plans).chain((drawn) => fc.shuffledSubarray(drawn, { minLength: drawn.length }));
  const [drawn = []] = fc.sample(all, { seed: round, numRuns: 1 });
  return drawn.toSorted((a, b) => Number(endings.includes(a.route)) - Number(endings.includes(b.route)));
}

/** Sends the requests of a round one after the other, and notes in the tally what is wrong with an answer. */
export async function httpRound(
  studio: TestStudio,
  cast: Cast,
  { number, rows, tally }: Round,
): Promise<void> {
  const loop = new BusyLoop();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const plan of plansOf(number)) {
    const request = wireRequest(plan, cast);
    await rows.take();
    const complain = (what: string) => tally.faults.push(`round ${number}, ${shown(plan, request)}: ${what}`);
    loop.take();
    try {
      const answer = await send(studio, agent, request);
      const busy = loop.take();
      tally.countAnswer(plan.route, answer.status);
      for (const complaint of complaintsOf(plan, answer, cast)) complain(complaint);
      noteRights(plan, answer, cast);
      const changes = await rows.take();
      if (answer.status >= 400 && changes.length > 0)
        complain(`is refused with ${answer.status}, and changes rows: ${changes.join('; ')}`);
      const stall =
        busy > longestTurn ? await confirmedStall(loop, () => send(studio, agent, request)) : null;
      if (stall) complain(stall);
    } catch (error) {
      complain(`gets no answer: ${String(error)}`);
    }
  }
  agent.destroy();
  loop.stop();
}

/** Who is made an admin, or is none any more, has other rights from then on. */
function noteRights({ route, method }: Plan, { status, text }: Answer, { people, admins }: Cast): void {
  if (route !== 'setAdmin' || method !== routes.setAdmin.method || status !== 200) return;
  const { id, isAdmin } = ManagedUser.parse(JSON.parse(text));
  for (const who of ['owner', 'stranger', 'moderator'] as const) {
    if (people[who].user.id !== id) continue;
    if (isAdmin) admins.add(who);
    else admins.delete(who);
  }
}

function shown({ route, who }: Plan, { method, path, headers, body }: WireRequest): string {
  const { authorization: _, 'x-forwarded-for': __, ...told } = headers;
  const content = body === null ? '' : ` ${body.toString().slice(0, 300)}`;
  return `${route} by ${who}: ${method} ${path.slice(0, 300)} ${JSON.stringify(told).slice(0, 300)}${content}`;
}
