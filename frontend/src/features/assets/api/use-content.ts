import { useEffect, useState } from 'react';
import * as texts from '../texts.ts';

/** The content of a file on its way, here, or not to be had. */
export type ContentState<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'loaded'; content: T };

/** Fetches a file at a user's address, without credentials, and reads it; `read` must be the same each time. */
export function useContent<T>(
  url: string,
  read: (response: Response, signal: AbortSignal) => Promise<T>,
): ContentState<T> {
  const [state, setState] = useState<ContentState<T>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const closed = new AbortController();
    async function load() {
      try {
        const response = await fetch(url, { credentials: 'omit', signal: closed.signal });
        if (!response.ok) throw new Error(texts.fileNotLoaded(response.status));
        const content = await read(response, closed.signal);
        if (!closed.signal.aborted) setState({ status: 'loaded', content });
      } catch (error) {
        if (closed.signal.aborted) return;
        const retry = () => {
          setState({ status: 'loading' });
          setAttempt(attempt + 1);
        };
        const message = error instanceof Error ? error.message : String(error);
        setState({ status: 'failed', message, retry });
      }
    }
    void load();
    return () => closed.abort();
  }, [url, read, attempt]);

  return state;
}
