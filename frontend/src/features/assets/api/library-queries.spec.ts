import { jest } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { createFakeCall } from '@/testing/fake-session.ts';
import { uploads } from '../model/page-uploads.ts';
import { createLibraryClient, useLibrary } from './library-queries.ts';

const limit = 100;
const asset = (id: number): Asset => ({
  id: String(id).padStart(16, '0'),
  name: `${id}.png`,
  url: `http://assets.test/assets/k/${id}.png`,
  thumbnailUrl: null,
  size: 10,
  category: 'images',
  createdAt: '2026-11-01T00:00:00.000Z',
});

/** A server with these assets; `beforePage` may change them before it answers. */
function callTo(assets: Asset[], beforePage: (page: number) => void) {
  return createFakeCall(({ url }) => {
    const { searchParams, pathname } = new URL(url);
    if (!pathname.endsWith('/assets')) return new Response(null, { status: 503 });
    const page = Number(searchParams.get('page'));
    beforePage(page);
    const total = assets.length;
    const data = assets.slice((page - 1) * limit, page * limit);
    return Response.json({ data, total, page, limit, totalPages: Math.ceil(total / limit) });
  });
}

/** @returns the ids that it shows now */
async function openLibrary(call: Call) {
  const client = createLibraryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const { result } = renderHook(() => useLibrary(call), { wrapper });
  await waitFor(() => expect(result.current.assets.isFetched).toBe(true));
  await waitFor(() => expect(result.current.assets.isFetching).toBe(false));
  return () => result.current.assets.data?.map(({ id }) => id);
}

test('a library of several pages has each file, also where another window deletes one while it is read', async () => {
  const assets = Array.from({ length: 250 }, (_, id) => asset(id));
  let isDeleted = false;
  const call = callTo(assets, (page) => {
    if (page === 2 && !isDeleted) isDeleted = assets.splice(4, 1).length > 0;
  });
  const shown = await openLibrary(call);
  expect(shown()).toEqual(assets.map(({ id }) => id));
});

test.each([
  ['whose response is lost', () => undefined],
  ['that is cancelled', () => uploads.cancel()],
])('a file %s is shown where the server has stored it', async (_, end) => {
  const assets = [asset(1)];
  const shown = await openLibrary(callTo(assets, () => undefined));
  // There is no server: each upload fails. jsdom writes that to the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const uploaded = uploads.start([new File(['1'], '2.png')]);
  assets.unshift(asset(2));
  end();
  expect(await uploaded).toEqual([]);
  await waitFor(() => expect(shown()).toEqual([asset(2).id, asset(1).id]));
});
