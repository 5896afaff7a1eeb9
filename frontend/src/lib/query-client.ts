import { QueryCache, type QueryCacheConfig, QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The browser says that the connection is back a moment before it is: what fails so soon (ms) after that is asked again. */
const settlesWithin = 3_000;
const settlingPause = 500;
let backAt = Number.NEGATIVE_INFINITY;
window.addEventListener('online', () => {
  backAt = performance.now();
});

/**
 * A cache for what one open dialog or panel asks the server. Without a connection it says so at once instead of
 * waiting in silence, and asks again by itself when the connection is back; nothing else repeats a question.
 * `onError` hears of each that failed.
 */
export function createQueryClient(onError?: QueryCacheConfig['onError']): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(onError ? { onError } : {}),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: () => performance.now() - backAt < settlesWithin,
        retryDelay: settlingPause,
      },
    },
  });
}

/** A cache for the one question of one component, which lives and hears of the connection as long as that does. */
export function useOwnQueryClient(): QueryClient {
  const [client] = useState(() => createQueryClient());
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  return client;
}
