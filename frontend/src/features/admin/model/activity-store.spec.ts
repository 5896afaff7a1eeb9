import type { ModerationEvent } from '@studio/contract/http/activity';
import { browserStorage } from '@/lib/browser-storage.ts';
import { createFakeCall, createFakeSocket } from '@/testing/fake-session.ts';
import { settled, virtualTime } from '@/testing/virtual-time.ts';
import { createActivityStore } from './activity-store.ts';

const me = 'a'.repeat(16);
const bob = { id: 'b'.repeat(16), username: 'bob' };

/** The server's events, the latest first. */
let stored: ModerationEvent[];
let responses: (() => void)[] | null;
let failing: boolean;
const localStorage = browserStorage(() => window.localStorage);

function happen(number: number, actor = bob): ModerationEvent {
  const event: ModerationEvent = {
    id: String(number).padStart(16, '0'),
    type: 'project-published',
    actor,
    subject: { kind: 'project', id: 'p'.repeat(16), name: `Project ${number}` },
    at: new Date(Date.UTC(2026, 10, 1) + number * 1_000).toISOString(),
  };
  stored = [event, ...stored];
  return event;
}

async function activityServer({ url }: Request): Promise<Response> {
  if (failing) return Response.json({ detail: 'Away.' }, { status: 503 });
  const query = new URL(url).searchParams;
  const page = Number(query.get('page'));
  const limit = Number(query.get('limit'));
  const data = stored.slice((page - 1) * limit, page * limit);
  const body = { data, total: stored.length, page, limit, totalPages: Math.ceil(stored.length / limit) };
  if (responses) await new Promise<void>((resolve) => responses?.push(resolve));
  return Response.json(body);
}

function open() {
  const { socket, emit } = createFakeSocket();
  const call = createFakeCall(activityServer);
  const time = virtualTime();
  const store = createActivityStore({ call, socket, time, localStorage, userId: me });
  const stop = store.start();
  const shown = () => store.getState().events?.map(({ subject }) => Number(subject.name.split(' ')[1]));
  return { store, emit, shown, time, stop };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

beforeEach(() => {
  window.localStorage.clear();
  stored = [];
  responses = null;
  failing = false;
});

test('a live event is added to the top of the list, once, whether the event or the list arrives first', async () => {
  happen(1);
  const { emit, shown } = open();
  await settled();
  const second = happen(2);
  emit('moderation:event', second);
  emit('moderation:event', second);
  expect(shown()).toEqual([2, 1]);
});

test('an event that arrives while the list is loading is not lost', async () => {
  happen(1);
  responses = [];
  const { store, emit, shown } = open();
  await settled();
  emit('moderation:event', happen(2));
  for (const respond of responses) respond();
  await settled();
  expect(shown()).toEqual([2, 1]);
  expect(store.getState().events).toHaveLength(2);
});

test('after a gap the list is asked for again: nothing is lost and nothing is double', async () => {
  happen(1);
  const { emit, shown } = open();
  await settled();
  happen(2);
  emit('connect');
  emit('moderation:event', happen(3));
  await settled();
  expect(shown()).toEqual([3, 2, 1]);
});

test('after a gap of more than a page no hole is left: what is older is loaded when it is asked for', async () => {
  for (const number of numbers(10, 1).toReversed()) happen(number);
  const { store, emit, shown } = open();
  await settled();
  for (const number of numbers(190, 11).toReversed()) happen(number);
  emit('connect');
  await settled();
  expect(shown()).toEqual(numbers(190, 91));
  await store.showOlder();
  expect(shown()).toEqual(numbers(190, 1));
});

test('older events follow without a hole, though newer ones have moved the pages', async () => {
  for (const number of numbers(180, 1).toReversed()) happen(number);
  const { store, emit, shown } = open();
  await settled();
  expect(store.getState().hasOlder).toBe(true);
  for (const number of [181, 182, 183]) emit('moderation:event', happen(number));
  await store.showOlder();
  expect(shown()).toEqual(numbers(183, 1));
  expect(store.getState().hasOlder).toBe(false);
});

test('a thousand live events are kept; what is older is loaded when it is asked for', async () => {
  happen(1);
  const { store, emit, shown } = open();
  await settled();
  expect(store.getState().hasOlder).toBe(false);
  for (const number of numbers(1_050, 2).toReversed()) emit('moderation:event', happen(number));
  expect(shown()).toEqual(numbers(1_050, 51));
  expect(store.getState().hasOlder).toBe(true);
  await store.showOlder();
  expect(shown()).toEqual(numbers(1_050, 1));
  expect(store.getState().hasOlder).toBe(false);
  // Nothing is taken from somebody who reads older ones.
  emit('moderation:event', happen(1_051));
  expect(shown()).toEqual(numbers(1_051, 2));
});

test('unread is what others did since one looked last, in this browser', async () => {
  happen(1);
  happen(2, { id: me, username: 'ada' });
  const first = open();
  await settled();
  expect(first.store.unread()).toBe(1);
  const [newest] = first.store.getState().events ?? [];
  if (newest) first.store.markSeen(newest);
  expect(first.store.unread()).toBe(0);
  first.emit('moderation:event', happen(3));
  expect(first.store.unread()).toBe(1);
  const second = open();
  await settled();
  expect(second.store.unread()).toBe(1);
  // Seen in the other window.
  const [latest] = second.store.getState().events ?? [];
  if (latest) second.store.markSeen(latest);
  window.dispatchEvent(new StorageEvent('storage', { key: `codestudio_activity_seen_${me}` }));
  expect(first.store.unread()).toBe(0);
});

test('a list that fails says why, and what was there stays', async () => {
  happen(1);
  const { store, emit, shown } = open();
  await settled();
  failing = true;
  emit('connect');
  await settled();
  expect(store.getState().error?.message).toBe('Away.');
  expect(shown()).toEqual([1]);
  failing = false;
  await store.refresh();
  expect(store.getState().error).toBeNull();
});

test.each([2, 150])(
  'what was missed is shown once the list can be loaded again: %i events',
  async (missed) => {
    happen(1);
    const { emit, shown, time } = open();
    await settled();
    for (const number of numbers(missed, 2).toReversed()) happen(number);
    failing = true;
    emit('connect');
    await settled();
    // Live ones arrive meanwhile, and another gap follows.
    emit('moderation:event', happen(missed + 1));
    await time.pass(5_000);
    expect(shown()).toEqual([missed + 1, 1]);
    happen(missed + 2);
    emit('connect');
    await settled();
    emit('moderation:event', happen(missed + 3));
    failing = false;
    await time.pass(5_000);
    expect(shown()).toEqual(numbers(missed + 3, Math.max(1, missed - 96)));
  },
);

test('a list that is no longer needed is not asked for again', async () => {
  happen(1);
  const { store, time, stop } = open();
  stop();
  failing = true;
  await store.refresh();
  failing = false;
  await time.pass(60_000);
  expect(store.getState().error?.message).toBe('Away.');
});

test('older events that arrive after a gap has cut them off leave no hole', async () => {
  for (const number of numbers(180, 1).toReversed()) happen(number);
  const { store, emit, shown } = open();
  await settled();
  responses = [];
  const older = store.showOlder();
  await settled();
  for (const number of numbers(330, 181).toReversed()) happen(number);
  emit('connect');
  await settled();
  const [answerOlder, answerNewest] = responses;
  answerNewest?.();
  await settled();
  answerOlder?.();
  await older;
  responses = null;
  expect(shown()).toEqual(numbers(330, 231));
  await store.showOlder();
  expect(shown()).toEqual(numbers(330, 131));
});
