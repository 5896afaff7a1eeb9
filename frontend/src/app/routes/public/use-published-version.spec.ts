import { jest } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { PublishedVersion } from '@studio/contract/http/revisions';
import { act, renderHook } from '@testing-library/react';
import type { WatchedState } from '@/lib/socket-connection.ts';
import {
  createFakeSession,
  createFakeSocket,
  type FakeResponse,
  notFound,
  unrouted,
} from '@/testing/fake-session.ts';
import { usePublishedVersion } from './use-published-version.ts';

const id = '0000000000000001';
const version: PublishedVersion = {
  id,
  rev: 1,
  name: 'As posted',
  publishedAt: '2026-11-01T00:00:00.000Z',
  title: 'Orbit',
  username: 'ada',
  isEmbeddable: true,
  html: 'the original',
  css: '',
  js: '',
  frameworkConfig: defaultFrameworkConfig,
};
const state: WatchedState = { version: 2, likes: 0, views: 0, forkCount: 0 };

let response: FakeResponse | null;
let onState: (sent: WatchedState | null) => void;
let isWatched: boolean;
let emit: ReturnType<typeof createFakeSocket>['emit'];

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const passed = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const settled = () => passed(0);

/** Opens the page, which is not watched yet. */
async function load() {
  response = { status: 200, body: version };
  const { call, session, requests } = createFakeSession(() => response);
  const fake = createFakeSocket();
  emit = fake.emit;
  const socket = {
    ...fake.socket,
    watchProject(_projectId: string, listener: typeof onState) {
      onState = listener;
      isWatched = true;
      return () => {
        isWatched = false;
      };
    },
  };
  const { result } = renderHook(() => usePublishedVersion({ call, session, socket }, id, '1'));
  await settled();
  expect(result.current[0]?.ok).toBe(true);
  return { isShown: () => result.current[0]?.ok, reads: () => requests.length };
}

/** Opens the page, and accepts its watch. */
async function open() {
  const page = await load();
  act(() => onState(state));
  await settled();
  return page;
}

test('is read again when its watch is accepted, and then no more while nothing happens to it', async () => {
  const { reads } = await open();
  expect(reads()).toBe(2);
  await passed(60_000);
  expect(reads()).toBe(2);
});

test('a version that was withdrawn before its first watch leaves the page', async () => {
  const { isShown } = await load();
  response = notFound;
  act(() => onState(state));
  await settled();
  expect(isShown()).toBe(false);
});

test('a 404 that is not the studio’s own leaves the version on the page', async () => {
  const { isShown } = await load();
  response = unrouted;
  act(() => onState(state));
  await settled();
  expect(isShown()).toBe(true);
});

test('a version that was withdrawn leaves the page within 15 s without a socket, or if its watch could not be checked', async () => {
  const withoutSocket = () => undefined;
  const refused = () => onState(null);
  const unchecked = () => {
    response = null;
    onState(state);
  };
  for (const connect of [withoutSocket, refused, unchecked]) {
    const { isShown } = await load();
    act(connect);
    await settled();
    response = notFound;
    await passed(15_000);
    expect(isShown()).toBe(false);
  }
  const { isShown } = await open();
  act(() => emit('disconnect'));
  response = notFound;
  await passed(15_000);
  expect(isShown()).toBe(false);
});

test('a version that was withdrawn, or whose project went, between two connections leaves the page, which follows it no more', async () => {
  for (const sent of [state, null]) {
    const { isShown } = await open();
    response = notFound;
    expect(isWatched).toBe(true);
    act(() => onState(sent));
    await settled();
    expect(isShown()).toBe(false);
    expect(isWatched).toBe(false);
  }
});

test('a version stays after a gap while the server cannot say whether it may', async () => {
  const { isShown, reads } = await open();
  response = null;
  act(() => onState(state));
  await settled();
  expect(reads()).toBe(3);
  expect(isShown()).toBe(true);
});

test('a version of a project that became private, but stays embeddable, leaves the page; another save of it is not asked about', async () => {
  const { isShown, reads } = await open();
  act(() => emit('project:updated', { projectId: id, version: 3, changed: ['html'] }));
  expect(reads()).toBe(2);
  response = notFound;
  act(() => emit('project:updated', { projectId: id, version: 4, changed: ['isPublic'] }));
  await settled();
  expect(isShown()).toBe(false);
});

test('a version stays on the page, without another start, when its public project may only no longer be embedded', async () => {
  const { isShown, reads } = await open();
  act(() => emit('project:removed', { projectId: id, by: 'visibility' }));
  expect(isShown()).toBe(true);
  await settled();
  expect(reads()).toBe(3);
  expect(isShown()).toBe(true);
  response = notFound;
  act(() => emit('project:removed', { projectId: id, by: 'visibility' }));
  await settled();
  expect(isShown()).toBe(false);
});

test('the end of its project, or its own, leaves the page at once; another version’s does not', async () => {
  for (const [event, payload] of [
    ['project:removed', { projectId: id, by: 'owner' }],
    ['version:withdrawn', { projectId: id, rev: 1 }],
  ] as const) {
    const { isShown } = await open();
    response = notFound;
    act(() => emit('version:withdrawn', { projectId: id, rev: 2 }));
    expect(isShown()).toBe(true);
    act(() => emit(event, payload));
    await settled();
    expect(isShown()).toBe(false);
  }
});
