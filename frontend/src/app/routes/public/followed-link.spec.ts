import { jest } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { LinkedProject } from '@studio/contract/links';
import {
  createFakeSession,
  createFakeSocket,
  type FakeResponse,
  notFound,
  unrouted,
} from '@/testing/fake-session.ts';
import { followLink, type LinkFollower, type OpenedLink } from './followed-link.ts';

const secret = 'a'.repeat(22);
const project: LinkedProject = {
  id: '0000000000000001',
  userId: '0000000000000002',
  username: 'ada',
  title: 'Surprise',
  html: 'for friends',
  css: '',
  js: '',
  frameworkConfig: defaultFrameworkConfig,
  version: 1,
  expiresIn: null,
};

type Answer = FakeResponse | Promise<FakeResponse> | null;

let responses: Answer[];
let states: OpenedLink[];
let asked: number;
let follower: LinkFollower;
let emit: ReturnType<typeof createFakeSocket>['emit'];
/** The page's callback for each connection; null while it follows no link. */
let onState: ((state: { projectId: string; version: number; expiresIn: null } | null) => void) | null;

beforeEach(() => {
  jest.useFakeTimers();
  [states, asked, onState] = [[], 0, null];
});
afterEach(() => {
  follower.stop();
  jest.useRealTimers();
});

async function follow(...given: Answer[]): Promise<void> {
  responses = given;
  const { call } = createFakeSession(() => {
    asked += 1;
    return responses.shift() ?? null;
  });
  const fake = createFakeSocket();
  emit = fake.emit;
  const socket = {
    ...fake.socket,
    watchLink(_secret: string, listener: typeof onState) {
      onState = listener;
      return () => {
        onState = null;
      };
    },
  };
  follower = followLink({ secret, call, socket, onChange: (state) => states.push(state) });
  await settled();
}

const opened = (fields: Partial<LinkedProject> = {}) => ({ status: 200, body: { ...project, ...fields } });
const settled = () => jest.advanceTimersByTimeAsync(0);
const state = () => states.at(-1)?.state;

test('an expiry closes the page by itself, though nobody can be asked', async () => {
  await follow(opened({ expiresIn: 5_000 }));
  await jest.advanceTimersByTimeAsync(4_999);
  expect(state()).toBe('shown');
  await jest.advanceTimersByTimeAsync(1);
  expect(state()).toBe('missing');
  expect(asked).toBe(1);
});

test('an expiry that no timer can wait for is asked for again', async () => {
  const days = 86_400_000;
  await follow(opened({ expiresIn: 30 * days }), opened({ expiresIn: 5 * days }));
  await jest.advanceTimersByTimeAsync(29 * days);
  expect(state()).toBe('shown');
  await jest.advanceTimersByTimeAsync(2 * days);
  expect(state()).toBe('missing');
});

test('what has ended, by an event or by a response, is asked for no more', async () => {
  await follow(opened({ expiresIn: 5_000 }));
  emit('link:ended', { projectId: project.id });
  expect(state()).toBe('missing');
  expect(onState).toBeNull();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(1);
  follower.stop();

  await follow(notFound);
  expect(state()).toBe('missing');
  expect(onState).toBeNull();
});

test('whoever leaves the page follows its link no more', async () => {
  await follow(opened());
  expect(onState).not.toBeNull();
  follower.stop();
  expect(onState).toBeNull();
});

test('the end of another project’s link is none of this page', async () => {
  await follow(opened());
  emit('link:ended', { projectId: '0000000000000009' });
  expect(state()).toBe('shown');
});

test('a link that ends while the response is on its way is asked for once more', async () => {
  const late = Promise.withResolvers<FakeResponse>();
  await follow(late.promise, notFound);
  emit('link:ended', { projectId: project.id });
  late.resolve(opened());
  await settled();
  expect(states).toEqual([{ state: 'missing' }]);
});

test('after a gap it is asked for where the response is another version or none', async () => {
  await follow(opened(), opened({ version: 3, html: 'newer' }), notFound);
  onState?.({ projectId: project.id, version: 1, expiresIn: null });
  await settled();
  expect(asked).toBe(1);
  onState?.({ projectId: project.id, version: 3, expiresIn: null });
  await settled();
  expect(states.at(-1)).toMatchObject({ project: { html: 'newer' } });
  onState?.(null);
  await settled();
  expect(state()).toBe('missing');
});

test('of two answers at once the newer version stays, and ends when it said', async () => {
  const late = Promise.withResolvers<FakeResponse>();
  await follow(opened(), late.promise, opened({ version: 3, html: 'newest', expiresIn: 5_000 }));
  for (const version of [2, 3])
    emit('project:updated', { projectId: project.id, version, changed: ['html'] });
  await settled();
  late.resolve(opened({ version: 2, html: 'older' }));
  await settled();
  expect(states.at(-1)).toMatchObject({ project: { html: 'newest' } });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(state()).toBe('missing');
});

test('while it is shown, it is asked for again until the server can say whether it has ended', async () => {
  const refused: FakeResponse = { status: 429, body: {}, headers: { 'Retry-After': '30' } };
  await follow(opened(), refused, null, unrouted, notFound);
  onState?.(null);
  await settled();
  await jest.advanceTimersByTimeAsync(29_999);
  expect([state(), asked]).toEqual(['shown', 2]);
  await jest.advanceTimersByTimeAsync(5_001);
  expect([state(), asked]).toEqual(['shown', 3]);
  await jest.advanceTimersByTimeAsync(20_000);
  expect([state(), asked]).toEqual(['missing', 5]);
});

test('what cannot be asked for again ends when it said, all the same', async () => {
  await follow(opened({ expiresIn: 2_000 }), null);
  onState?.(null);
  await settled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(state()).toBe('missing');
});

test('a failure says so and can be tried again; what is shown stays meanwhile', async () => {
  await follow(null, opened(), null);
  expect(state()).toBe('failed');
  follower.retry();
  await settled();
  expect(state()).toBe('shown');
  emit('project:updated', { projectId: project.id, version: 2, changed: ['html'] });
  await settled();
  expect(asked).toBe(3);
  expect(state()).toBe('shown');
});
