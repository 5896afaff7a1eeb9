import { QueryCache, QueryClient } from '@tanstack/react-query';

/**
 * A cache for what one open dialog or panel asks the server. Without a connection it says so at once instead of
 * waiting in silence, and asks again by itself when the connection is back; nothing else repeats a question.
 * `onError` hears of each that failed.
 */
export function createQueryClient(onError?: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(onError ? { onError } : {}),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: false,
      },
    },
  });
}
