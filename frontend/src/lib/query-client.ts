import { QueryCache, type QueryCacheConfig, QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** In ms: browsers report the connection slightly too early, so queries that fail within this time are retried. */
const settlesWithinMs = 3_000;
const settlingPauseMs = 500;
let backAt = Number.NEGATIVE_INFINITY;
window.addEventListener('online', () => {
  backAt = performance.now();
});

/**
 * A query cache for one open dialog or panel. Offline, queries fail at once instead of waiting, and are repeated when
 * the connection is back; nothing else repeats them. `onError` is called for each failed query.
 */
export function createQueryClient(onError?: QueryCacheConfig['onError']): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(onError ? { onError } : {}),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: () => performance.now() - backAt < settlesWithinMs,
        retryDelay: settlingPauseMs,
      },
    },
  });
}

/** A query cache for one component, which follows the connection while that is mounted. */
export function useOwnQueryClient(): QueryClient {
  const [client] = useState(() => createQueryClient());
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  return client;
}
