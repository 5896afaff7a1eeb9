import { type ClientEvent, clientEvents, serverEvents } from '@studio/contract/realtime';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import type { TestStudio } from '../support/studio/test-studio.js';
import { BusyLoop, confirmedStall, longestTurn } from './busy-loop.js';
import type { Cast } from './cast.js';
import { isExactly } from './is-exactly.js';
import { anyMessage, type Message } from './message.js';
import type { Round } from './tally.js';
import { type Told, WireSocket } from './wire-socket.js';

/** Of one socket in one round; more than 100 in a second would close it. */
const messagesPerSocket = 40;
const listeners = ['nobody', 'owner', 'stranger', 'moderator'] as const;
type Listener = (typeof listeners)[number];

/** Each of them writes messages of all kinds; then things happen, and nobody hears what is not for them. */
export async function socketRound(
  studio: TestStudio,
  cast: Cast,
  { number, rows, tally }: Round,
): Promise<void> {
  const complain = (what: string) => tally.faults.push(`round ${number}, ${what}`);
  const lists = fc.tuple(
    ...listeners.map(() =>
      fc.array(anyMessage, { minLength: messagesPerSocket, maxLength: messagesPerSocket }),
    ),
  );
  const [drawn = []] = fc.sample(lists, { seed: number, numRuns: 1 });
  const sockets = new Map<Listener, WireSocket>();
  const loop = new BusyLoop();
  await rows.take();
  for (const [index, who] of listeners.entries()) {
    const socket = await WireSocket.open(
      studio,
      who === 'nobody' ? {} : { token: cast.people[who].access_token },
    );
    sockets.set(who, socket);
    for (const [id, message] of (drawn[index] ?? []).entries()) {
      const args = filled(message.args, cast);
      const shown = `${who} sends ${message.event} ${JSON.stringify(args).slice(0, 300)}`;
      const exchange = () => exchangeOf(socket, id, { ...message, args });
      loop.take();
      const answer = await exchange();
      const stall = loop.take() > longestTurn ? await confirmedStall(loop, exchange) : null;
      if (stall) complain(`${shown}: ${stall}`);
      for (const fault of answerFaults(who, { ...message, args }, answer, cast))
        complain(`${shown}: ${fault}`);
      tally.countMessage(message.event, isAccepted(answer));
      if (socket.closed) complain(`${shown}: the connection is closed`);
      if (socket.closed) break;
    }
  }
  await outsiders(studio, cast, complain);
  const changes = await rows.take();
  if (changes.length > 0) complain(`messages change rows: ${changes.join('; ')}`);
  loop.stop();
  await happen(studio, cast);
  for (const [who, socket] of sockets) {
    await studio.call('get', '/health/ready');
    await socket.settle();
    for (const told of socket.told) {
      tally.told += 1;
      if (!isExactly(serverEvents[told.event], told.payload))
        complain(`${who} is told what the contract does not know: ${JSON.stringify(told)}`);
      if (!mayHear(who, told, cast)) complain(`${who} is told ${JSON.stringify(told)}`);
    }
    socket.close();
  }
}

/** @returns the acknowledgement; undefined where none was asked for, or none can come. */
async function exchangeOf(
  socket: WireSocket,
  id: number,
  { event, args, acknowledged }: Message,
): Promise<unknown> {
  const own = acknowledged === 'same' ? Math.max(id - 1, 0) : id;
  socket.write(acknowledged === 'no' ? null : own, event, args);
  if (acknowledged === 'same') socket.answer(own);
  if (acknowledged !== 'no' && isKnown(event)) return socket.acknowledgement(own);
  await socket.settle();
  return undefined;
}

function answerFaults(
  who: Listener,
  { event, args, acknowledged }: Message,
  answer: unknown,
  cast: Cast,
): string[] {
  if (!isKnown(event) || acknowledged === 'no') return [];
  const { payload, ack } = clientEvents[event];
  if (!isExactly(ack, answer)) return [`acknowledged with ${JSON.stringify(answer)}`];
  if (!isAccepted(answer)) return [];
  const given = args.length === 1 ? args[0] : args;
  const isForeign =
    event === 'project:watch' && !mayFollow(who, (given as { projectId: string }).projectId, cast);
  return [
    ...(z.safeParse(payload, given).success ? [] : ['is taken, though its schema refuses it']),
    ...(isForeign ? ['may not follow it'] : []),
  ];
}

/** Who has no session, or has not entered, is let in nowhere and told nothing. */
async function outsiders(studio: TestStudio, cast: Cast, complain: (what: string) => void): Promise<void> {
  for (const token of [cast.people.dead.access_token, 'x', '', null, {}, ['x']]) {
    const socket = await WireSocket.open(studio, { token });
    if (socket.entered) complain(`enters with the token ${JSON.stringify(token)}`);
    socket.close();
  }
  const outside = await WireSocket.open(studio, null);
  for (const event of Object.keys(clientEvents))
    outside.write(1, event, [{ projectId: cast.projects.public.id }]);
  if ((await outside.acknowledgement(1)) !== undefined) complain('is answered before it has entered');
}

/** Something of every project, for those who may hear of it. */
async function happen(studio: TestStudio, { people, projects }: Cast): Promise<void> {
  for (const { id } of Object.values(projects)) {
    await studio.call('put', `/projects/${id}`, people.owner).send({ css: 'p {}' }).expect(200);
    await studio.call('put', `/projects/${id}/like`, people.owner).expect(200);
  }
  await studio
    .call('post', `/projects/${projects.public.id}/report`, people.stranger)
    .send({ reason: 'abuse' })
    .expect(201);
}

function mayHear(who: Listener, { event, payload }: Told, cast: Cast): boolean {
  if (event === 'moderation:event') return who === 'moderator';
  if (event === 'session:revoked') return false;
  return mayFollow(who, (payload as { projectId: string }).projectId, cast);
}

/** Embeds are for whoever is nobody (specification: Sockets); a private project is its owner's and the moderators'. */
function mayFollow(who: Listener, projectId: string, { projects, texts }: Cast): boolean {
  if (who === 'moderator') return true;
  if (projectId === projects.private.id || projectId === texts['takenDown']) return who === 'owner';
  if (projectId === projects.embeddable.id) return who !== 'stranger';
  if (projectId === texts['strangers']) return who === 'stranger';
  return [projects.public.id, texts['strangersPublic']].includes(projectId);
}

function isKnown(event: string): event is ClientEvent {
  return Object.hasOwn(clientEvents, event);
}

function isAccepted(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
}

function filled(args: unknown[], { texts }: Cast): unknown[] {
  return JSON.parse(
    JSON.stringify(args).replace(/\{(\w+)\}/g, (whole, name: string) => texts[name] ?? whole),
  );
}
