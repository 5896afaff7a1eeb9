import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import type { ListedCounters } from '@/lib/socket-connection.ts';
import { createFakeSession, createFakeSocket, type FakeResponse, notFound } from '@/testing/fake-session.ts';
import { settled } from '@/testing/virtual-time.ts';
import { shownToast } from '@/ui/toast/toast.ts';
import { countListed, createListClient, firstPage, useProjectList } from './use-project-list.ts';

const project = (title: string): ProjectSummary => ({
  id: title.toLowerCase().padEnd(16, '0'),
  title,
  description: '',
  tags: [],
  userId: 'a'.repeat(16),
  username: 'ada',
  frameworkConfig: defaultFrameworkConfig,
  isPublic: true,
  isEmbeddable: false,
  version: 1,
  likes: 0,
  views: 0,
  forkCount: 0,
  isLiked: false,
  forkedFrom: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  cardUrl: 'http://card.test',
});
const countersOf = ({ id }: ProjectSummary, isPublic = true): ListedCounters => ({
  projectId: id,
  isPublic,
  likes: 0,
  views: 0,
  forkCount: 0,
});

const found = (body: unknown): FakeResponse => ({ status: 200, body });

/** Waits for what an event causes, but for the list that shows it. */
const applied = (send: () => void) =>
  act(async () => {
    send();
    await settled();
  });

/** A list of these projects, and what the server answers about one of them. */
async function show(scope: 'own' | 'public', projects: ProjectSummary[], stored: () => FakeResponse) {
  const { call, requests } = createFakeSession((asked) =>
    asked.endsWith('/summary')
      ? stored()
      : found({ data: projects, total: projects.length, page: 1, limit: 20, totalPages: 1 }),
  );
  const fake = createFakeSocket();
  let listed: string[] = [];
  let sendCounters: (counters: ListedCounters[]) => void = () => undefined;
  const socket: typeof fake.socket = {
    ...fake.socket,
    watchList(ids, listener) {
      listed = ids;
      sendCounters = listener;
      return () => undefined;
    },
  };
  const client = createListClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const { result } = renderHook(() => useProjectList({ call, socket }, scope, firstPage), { wrapper });
  await waitFor(() => expect(result.current.data).toBeDefined());
  return {
    emit: (event: string, payload: unknown) => applied(() => fake.emit(event, payload)),
    sendCounters: (counters: ListedCounters[]) => applied(() => sendCounters(counters)),
    answerWatch: ({ id }: ProjectSummary, isAccepted: boolean) =>
      applied(() =>
        fake.answerWatch(id, isAccepted ? { version: 1, likes: 0, views: 0, forkCount: 0 } : null),
      ),
    listed: () => listed,
    watched: () => [...fake.watched],
    shown: () => result.current.data?.data ?? [],
    count: () => result.current.data && countListed(result.current.data),
    paths: () => requests.map(({ path }) => path),
  };
}

test('a save in another window changes the card where it is: none moves under the pointer, none disappears', async () => {
  const [ant, bee] = [project('Ant'), project('Bee')];
  let stored = { ...bee, title: 'Wasp', version: 3 };
  const list = await show('own', [ant, bee], () => found(stored));
  const save = () => list.emit('project:save-status', { projectId: bee.id, status: 'saved', version: 3 });
  await save();
  await waitFor(() => expect(list.shown().map(({ title }) => title)).toEqual(['Ant', 'Wasp']));
  // The response to an earlier question may come last.
  stored = { ...bee, title: 'Hornet', version: 2 };
  await save();
  await list.emit('project:likes', { projectId: ant.id, likes: 5 });
  await waitFor(() => expect(list.shown()[0]?.likes).toBe(5));
  expect(list.shown().map(({ title }) => title)).toEqual(['Ant', 'Wasp']);
  expect(list.paths().slice(1)).toEqual([`/projects/${bee.id}/summary`, `/projects/${bee.id}/summary`]);
});

test('a project that is public again after a gap in the connection is a card of the list again', async () => {
  const [ant, bee] = [project('Ant'), project('Bee')];
  const list = await show('public', [ant, bee], () => found(bee));
  await list.sendCounters([countersOf(ant)]);
  await waitFor(() => expect(list.shown().map(({ isGone }) => isGone === true)).toEqual([false, true]));
  expect(list.count()).toBe(1);
  await list.sendCounters([countersOf(ant), countersOf(bee)]);
  await waitFor(() => expect(list.shown().map(({ isGone }) => isGone === true)).toEqual([false, false]));
  expect(list.count()).toBe(2);
});

test('what was liked elsewhere during a gap in the connection is shown as liked after it', async () => {
  const [ant, bee] = [project('Ant'), { ...project('Bee'), isLiked: true }];
  const list = await show('public', [ant, bee], () => found(bee));
  const areLiked = () => list.shown().map(({ isLiked }) => isLiked);
  await list.sendCounters([{ ...countersOf(ant), isLiked: true }, countersOf(bee)]);
  await waitFor(() => expect(areLiked()).toEqual([true, true]));
  await list.sendCounters([countersOf(ant), { ...countersOf(bee), isLiked: false }]);
  await waitFor(() => expect(areLiked()).toEqual([true, false]));
});

test('a project that is public again while its list is open is a card of the list again', async () => {
  const [ant, bee] = [project('Ant'), project('Bee')];
  let stored = { ...bee, isPublic: false, version: 2 };
  const list = await show('public', [ant, bee], () => found(stored));
  const areGone = () => list.shown().map(({ isGone }) => isGone === true);
  await list.emit('project:unlisted', { projectId: bee.id });
  await waitFor(() => expect(areGone()).toEqual([false, true]));
  await list.answerWatch(bee, false);
  expect(list.paths()).toEqual(['/projects/public']);
  // Its owner and admins may watch it also while it is private.
  await list.answerWatch(bee, true);
  await waitFor(() => expect(list.paths()).toHaveLength(2));
  expect(areGone()).toEqual([false, true]);

  stored = { ...bee, title: 'Wasp', version: 3 };
  await list.emit('project:updated', { projectId: bee.id, version: 3, changed: ['isPublic'] });
  await waitFor(() => expect(areGone()).toEqual([false, false]));
  expect(list.shown()[1]?.title).toBe('Wasp');
  expect(list.listed()).toEqual([ant.id, bee.id]);
  expect(list.watched()).toEqual([]);
});

test('a project that one may watch, but that is no longer public, leaves the public list and not one’s own', async () => {
  for (const [scope, areGone] of [
    ['public', [false, true]],
    ['own', [false, false]],
  ] as const) {
    const [ant, bee] = [project('Ant'), project('Bee')];
    const list = await show(scope, [ant, bee], () => found(bee));
    await list.sendCounters([countersOf(ant), countersOf(bee, false)]);
    await waitFor(() => expect(list.shown().map(({ isPublic }) => isPublic)).toEqual([true, false]));
    expect(list.shown().map(({ isGone }) => isGone === true)).toEqual(areGone);
  }
});

test('one’s own project that was deleted elsewhere is in the trash and out of the count, until it is restored', async () => {
  const [ant, bee] = [project('Ant'), project('Bee')];
  const list = await show('own', [ant, bee], () => found(bee));
  const trashed = () => list.shown().map(({ isInTrash }) => isInTrash === true);
  const untilBeeIs = (state: boolean) => waitFor(() => expect(trashed()).toEqual([false, state]));
  await list.emit('project:removed', { projectId: bee.id, by: 'owner' });
  await untilBeeIs(true);
  expect(list.count()).toBe(1);
  await list.emit('project:updated', { projectId: bee.id, version: 1, changed: [] });
  await untilBeeIs(false);
  // The same in a gap of the connection.
  await list.sendCounters([countersOf(ant)]);
  await untilBeeIs(true);
  await list.sendCounters([countersOf(ant), countersOf(bee)]);
  await untilBeeIs(false);
  expect(list.count()).toBe(2);
});

test('after a takedown the project stays in its owner’s list, and a deletion by an admin loads the list anew', async () => {
  const [ant, bee] = [project('Ant'), project('Bee')];
  let response = found({ ...bee, isPublic: false });
  const list = await show('own', [ant, bee], () => response);
  await list.emit('project:removed', { projectId: bee.id, by: 'moderation' });
  await waitFor(() => expect(list.shown().map(({ isPublic }) => isPublic)).toEqual([true, false]));
  expect(list.count()).toBe(2);
  response = notFound;
  await list.emit('project:removed', { projectId: bee.id, by: 'moderation' });
  await waitFor(() => expect(list.paths().filter((path) => path === '/projects')).toHaveLength(2));
});

test('a list that fails shows a toast with the server’s sentence', async () => {
  const failing = createListClient().fetchQuery({
    queryKey: ['projects'],
    queryFn: () => Promise.reject(new Error('The server cannot reach its database.')),
  });
  await expect(failing).rejects.toThrow();
  expect(shownToast.getState()).toMatchObject({
    title: 'Failed to load projects',
    description: 'The server cannot reach its database.',
    tone: 'danger',
  });
});
