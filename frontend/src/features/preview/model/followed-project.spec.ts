import { jest } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { WatchedState } from '@/lib/socket-connection.ts';
import {
  createFakeSession,
  createFakeSocket,
  type FakeResponse,
  notFound,
  unrouted,
} from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { settled } from '@/testing/virtual-time.ts';
import { type FollowedProject, followProject } from './followed-project.ts';

const id = '0000000000000001';
const stored = (version: number, html: string): FakeResponse => ({
  status: 200,
  body: { id, version, title: 'Clock', html, css: '', js: '', frameworkConfig: defaultFrameworkConfig },
});

let onTestEnd = () => {};
afterEach(() => {
  onTestEnd();
  jest.useRealTimers();
});

/** Follows a project whose first read is answered; a test answers each later one when it wants. */
async function followSlowly() {
  /** Answers the next read. */
  let respond: (response: FakeResponse) => void = () => undefined;
  let onRead = () => {};
  const { call, requests } = createFakeSession(
    () =>
      new Promise((resolve) => {
        respond = resolve;
        onRead();
      }),
  );
  const nextRead = () => new Promise<void>((resolve) => (onRead = resolve));
  const { socket, emit } = createFakeSocket();
  let onShown = () => {};
  const shown: FollowedProject[] = [];
  const first = nextRead();
  const follower = followProject({
    projectKey: id,
    call,
    socket,
    onChange(project) {
      shown.push(project);
      onShown();
    },
    onMoved: () => undefined,
  });
  const respondWith = (response: FakeResponse) =>
    new Promise<void>((resolve) => {
      onShown = resolve;
      respond(response);
    });
  onTestEnd = follower.stop;
  await first;
  await respondWith(stored(1, 'first'));
  return {
    emit,
    nextRead,
    respond: (response: FakeResponse) => respond(response),
    respondWith,
    shown,
    requests,
  };
}

test('a save that is announced while the project is read again is read, too', async () => {
  const { emit, nextRead, respondWith, shown, requests } = await followSlowly();
  const again = nextRead();
  emit('project:removed', { projectId: id, by: 'visibility' });
  await again;
  emit('project:updated', { projectId: id, version: 2, changed: ['html'] });
  const newest = nextRead();
  await respondWith(stored(1, 'first'));
  await newest;
  await respondWith(stored(2, 'second'));
  expect(shown.at(-1)).toMatchObject({ state: 'shown', live: { source: { html: 'second' } } });
  expect(requests).toHaveLength(3);
});

test('a project that its owner deletes while it is read again stays removed, until it is restored', async () => {
  const { emit, nextRead, respond, respondWith, shown } = await followSlowly();
  const again = nextRead();
  emit('project:updated', { projectId: id, version: 2, changed: ['html'] });
  await again;
  emit('project:removed', { projectId: id, by: 'owner' });
  respond(stored(2, 'deleted'));
  await settled();
  expect(shown.at(-1)?.state).toBe('removed');
  const restored = nextRead();
  emit('project:updated', { projectId: id, version: 2, changed: [] });
  await restored;
  await respondWith(stored(2, 'restored'));
  expect(shown.at(-1)?.state).toBe('shown');
});

/** Follows a project that the server answers with each of `responses` in turn. */
async function follow(...responses: (FakeResponse | null)[]) {
  const { call, requests } = createFakeSession(() => responses.shift() ?? null);
  const { socket, emit } = createFakeSocket();
  let onState: ((state: WatchedState | null) => void) | null = null;
  const shown: FollowedProject[] = [];
  let onShown = () => {};
  const nextShown = () => new Promise<void>((resolve) => (onShown = resolve));
  const first = nextShown();
  const follower = followProject({
    projectKey: id,
    call,
    socket: {
      ...socket,
      watchProject(_id, listener) {
        onState = listener;
        return () => {
          onState = null;
        };
      },
    },
    onChange(project) {
      shown.push(project);
      onShown();
    },
    onMoved: () => undefined,
  });
  onTestEnd = follower.stop;
  await first;
  const present = () => shown.at(-1);
  return {
    emit,
    nextShown,
    present,
    requests,
    refuse: () => onState?.(null),
    isWatched: () => !!onState,
  };
}

test('a takedown closes the windows of everybody who may not read the project any more, but not its owner’s', async () => {
  for (const [response, state] of [
    [stored(1, 'mine'), 'shown'],
    [notFound, 'removed'],
    // Nobody can say whether it may still be shown.
    [null, 'removed'],
  ] as const) {
    const followed = await follow(stored(1, 'mine'), response);
    const next = followed.nextShown();
    followed.emit('project:removed', { projectId: id, by: 'moderation' });
    await next;
    expect(followed.present()?.state).toBe(state);
    onTestEnd();
  }
});

test('a project that its owner has deleted is removed without a question', async () => {
  const { emit, present, requests } = await follow(stored(1, 'mine'));
  emit('project:removed', { projectId: id, by: 'owner' });
  expect(present()?.state).toBe('removed');
  expect(requests).toHaveLength(1);
});

test('after a refused watch the project is read, and followed no more once it is gone', async () => {
  const followed = await follow(stored(1, 'mine'), stored(1, 'mine'), notFound);
  for (const [state, isWatched] of [
    ['shown', true],
    ['removed', false],
  ] as const) {
    const next = followed.nextShown();
    followed.refuse();
    await next;
    expect(followed.present()?.state).toBe(state);
    expect(followed.isWatched()).toBe(isWatched);
  }
});

test('a 404 that is not the studio’s own leaves the project on screen and watched', async () => {
  const followed = await follow(stored(1, 'mine'), unrouted, stored(2, 'second'));
  followed.refuse();
  await settled();
  expect(followed.requests).toHaveLength(2);
  expect([followed.present()?.state, followed.isWatched()]).toEqual(['shown', true]);
  const next = followed.nextShown();
  followed.emit('project:updated', { projectId: id, version: 2, changed: ['html'] });
  await next;
  expect(followed.present()).toMatchObject({ state: 'shown', live: { source: { html: 'second' } } });
});

test('the text of a save comes although a replica has first answered with what it read before', async () => {
  jest.useFakeTimers();
  const opening = follow(stored(1, 'first'), stored(1, 'first'), stored(2, 'second'));
  await jest.advanceTimersByTimeAsync(1_000);
  const { emit, present, requests } = await opening;
  emit('project:updated', { projectId: id, version: 2, changed: ['html'] });
  await jest.advanceTimersByTimeAsync(2_000);
  expect(present()).toMatchObject({ live: { source: { html: 'second' } } });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(3);
});

test('where the browser refuses channels between windows, the stored project is shown', async () => {
  silenceWarnings();
  const channels = jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const { present } = await follow(stored(1, 'stored'));
  channels.mockRestore();
  expect(present()).toMatchObject({ state: 'shown', live: { source: { html: 'stored' } } });
});
