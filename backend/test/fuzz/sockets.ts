import { type ClientEvent, clientEvents, serverEvents } from '@studio/contract/realtime';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { isCheapToParse } from '../../src/common/http/request-body.js';
import { packetJson } from '../../src/features/realtime/socket-limits.js';
import { type ReceivedEvent, socketClientsOf } from '../support/studio/socket-clients.js';
import type { TestStudio } from '../support/studio/test-studio.js';
import { type Cast, thingsIn } from './cast.js';
import type { ChangedRows } from './changed-rows.js';
import { isExactly } from './faults.js';
import { hostileValue } from './hostile-values.js';
import { mutated, valuesOf } from './schema-values.js';

interface Message {
  event: ClientEvent;
  payload: unknown;
}

/** Messages of one socket in one round; more than 100 in a second would close it. */
const messagesPerSocket = 30;
/** In bytes; longer messages end the connection, as do those that take long to parse. */
const maxMessageLength = 12_000;
const listeners = ['nobody', 'owner', 'stranger', 'moderator'] as const;
type Listener = (typeof listeners)[number];

const projectId = fc.constantFrom(...(thingsIn['projects'] ?? []).map((thing) => `{${thing}}`));
/** Payloads about existing projects. */
const knownPayloads: Record<ClientEvent, fc.Arbitrary<object>> = {
  'project:watch': fc.record({ projectId }),
  'project:unwatch': fc.record({ projectId }),
  'browse:watch': fc.record({ projectIds: fc.array(projectId, { maxLength: 9 }) }),
  'link:watch': fc.record({ secret: fc.constant('{linkSecret}') }),
};

const anyMessage: fc.Arbitrary<Message> = fc
  .constantFrom(...(Object.keys(clientEvents) as ClientEvent[]))
  .chain((event) => {
    const values = valuesOf(clientEvents[event].payload);
    const payload = fc.oneof(knownPayloads[event], values, values.chain(mutated), hostileValue);
    return fc.record({ event: fc.constant(event), payload });
  })
  .filter((message) => {
    const text = Buffer.from(JSON.stringify(message));
    return text.length < maxMessageLength && isCheapToParse(text, packetJson);
  });

/**
 * Four sockets send messages of all kinds; then projects change, and each may receive only its own events.
 * @returns faults.
 */
export async function socketFaults(
  studio: TestStudio,
  cast: Cast,
  rows: ChangedRows,
  seed: number,
): Promise<string[]> {
  const faults: string[] = [];
  await rows.take();
  const clients = socketClientsOf(() => studio);
  const messages = fc.sample(anyMessage, { seed, numRuns: listeners.length * messagesPerSocket });
  const opened = await Promise.all(
    listeners.map(async (who) => ({
      who,
      client: await clients.open(who === 'nobody' ? undefined : cast.people[who]),
    })),
  );
  /** Those who follow the private project through its link. */
  const linked = new Set<Listener>();
  for (const [index, message] of messages.entries()) {
    const { who, client } = opened[index % opened.length] as (typeof opened)[number];
    const { event, payload } = filled(message, cast);
    const response = await client.send(event, payload);
    if (event === 'link:watch' && 'ok' in response && response.ok === true) linked.add(who);
    for (const fault of ackFaults(who, { event, payload }, response, cast))
      faults.push(`${who} sends ${event} ${JSON.stringify(payload)?.slice(0, 300)}: ${fault}`);
  }
  const dead = await clients.outcome({ auth: { token: cast.people.dead.access_token } });
  if (dead === 'connected') faults.push('whose session has ended is let in');
  for (const changed of await rows.take()) faults.push(`messages change ${changed}`);
  await change(studio, cast);
  for (const { who, client } of opened) {
    await client.settle();
    for (const received of client.received) {
      const [event, payload] = received;
      const isThroughLink =
        linked.has(who) && event === 'project:updated' && projectOf(payload) === cast.projects.private.id;
      if (!isExactly(serverEvents[event], payload) || !(isThroughLink || mayReceive(who, received, cast)))
        faults.push(`${who} receives ${event} ${JSON.stringify(payload)}`);
    }
  }
  clients.closeAll();
  return faults;
}

function ackFaults(who: Listener, { event, payload }: Message, response: object, cast: Cast): string[] {
  const { payload: schema, ack } = clientEvents[event];
  if (!isExactly(ack, response)) return [`acknowledged with ${JSON.stringify(response)}`];
  if (!('ok' in response && response.ok === true)) return [];
  if (!z.safeParse(schema, payload).success) return ['is taken, though its schema refuses it'];
  const isForeign = event === 'project:watch' && !mayFollow(who, projectOf(payload), cast);
  return isForeign ? ['may not follow it'] : [];
}

/** Changes every project, which causes events. */
async function change({ call }: TestStudio, { people, projects }: Cast): Promise<void> {
  for (const { id } of Object.values(projects)) {
    await call('put', `/projects/${id}`, people.owner).send({ css: 'p {}' }).expect(200);
    await call('put', `/projects/${id}/like`, people.owner).expect(200);
  }
  const report = call('post', `/projects/${projects.public.id}/report`, people.stranger);
  await report.send({ reason: 'abuse' }).expect(201);
}

function mayReceive(who: Listener, [event, payload]: ReceivedEvent, cast: Cast): boolean {
  if (event === 'moderation:event') return who === 'moderator';
  return event !== 'session:revoked' && mayFollow(who, projectOf(payload), cast);
}

/** Who may follow a project (specification: Sockets). An embeddable private one: its owner, and visitors of embeds. */
function mayFollow(who: Listener, id: string, { projects, texts }: Cast): boolean {
  if (who === 'moderator') return true;
  if (id === projects.private.id || id === texts['takenDown']) return who === 'owner';
  if (id === projects.embeddable.id) return who !== 'stranger';
  if (id === texts['strangers']) return who === 'stranger';
  return [projects.public.id, texts['strangersPublic']].includes(id);
}

function projectOf(payload: unknown): string {
  return (payload as { projectId: string }).projectId;
}

function filled(message: Message, { texts }: Cast): Message {
  const text = JSON.stringify(message).replace(/\{(\w+)\}/g, (whole, name: string) => texts[name] ?? whole);
  return { payload: undefined, ...JSON.parse(text) };
}
