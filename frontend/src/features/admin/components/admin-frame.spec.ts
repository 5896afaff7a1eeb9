import { jest } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { createFakeSession, createFakeSocket, type FakeResponse } from '@/testing/fake-session.ts';
import { createAdminClient } from '../api/admin-client.ts';
import { useModeratedProjects } from '../api/admin-queries.ts';
import { useLiveLists } from './admin-frame.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const page = { data: [], total: 0, page: 1, limit: 20, totalPages: 1 };

function openList(respond: () => FakeResponse | Promise<FakeResponse>) {
  const server = createFakeSession(respond);
  const line = createFakeSocket();
  const client = createAdminClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const { result, unmount } = renderHook(
    () => {
      useLiveLists({ ...server, socket: line.socket });
      return useModeratedProjects(server.call, { page: 1, search: '', sortBy: 'recent', filter: 'all' });
    },
    { wrapper },
  );
  const close = () => {
    unmount();
    client.clear();
  };
  return { result, requests: server.requests, emit: () => line.emit('moderation:event', {}), close };
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

test('an open list is loaded again before the addresses of its pictures expire', async () => {
  const { requests, close } = openList(() => ({ status: 200, body: page }));
  await pass(0);
  expect(requests).toHaveLength(1);
  await pass(durations.moderatorCardUrl - 1);
  expect(requests).toHaveLength(2);
  close();
});

test('a list that loads more slowly than events arrive is shown, and loaded once more after the last of them', async () => {
  let total = 0;
  const { result, requests, emit, close } = openList(async () => {
    total += 1;
    const response = { ...page, total };
    await new Promise((answered) => setTimeout(answered, 2_500));
    return { status: 200, body: response };
  });
  for (let second = 0; second < 10; second++) {
    emit();
    await pass(1_000);
    if (second > 2) expect(result.current.data).toBeDefined();
  }
  await pass(6_000);
  expect(result.current.data?.total).toBe(requests.length);
  expect(requests.length).toBeLessThan(8);
  await pass(60_000);
  expect(result.current.data?.total).toBe(requests.length);
  close();
});
