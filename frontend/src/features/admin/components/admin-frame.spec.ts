import { jest } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { createFakeSession, createFakeSocket } from '@/testing/fake-session.ts';
import { createAdminClient } from '../api/admin-client.ts';
import { useModeratedProjects } from '../api/admin-queries.ts';
import { useLiveLists } from './admin-frame.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('an open list is loaded again before the addresses of its pictures expire', async () => {
  const page = { data: [], total: 0, page: 1, limit: 20, totalPages: 1 };
  const server = createFakeSession(() => ({ status: 200, body: page }));
  const { socket } = createFakeSocket();
  const client = createAdminClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const { unmount } = renderHook(
    () => {
      useLiveLists({ ...server, socket });
      useModeratedProjects(server.call, { page: 1, search: '', sortBy: 'recent', filter: 'all' });
    },
    { wrapper },
  );
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(server.requests).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(durations.moderatorsCard - 1));
  expect(server.requests).toHaveLength(2);
  unmount();
  client.clear();
});
