import { FileX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { Spinner } from '@/ui/progress-indicators.tsx';
import * as texts from '../texts.ts';

/** A file's content, or its loading or error state. */
export function ContentFrame({ state, children }: { state: ContentState<unknown>; children: ReactNode }) {
  if (state.status === 'failed') {
    return (
      <EmptyState icon={FileX} title={texts.cannotShow} text={state.message}>
        <Button onClick={state.retry}>{texts.retry}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'loading') {
    return (
      <p role="status" className="m-auto flex items-center gap-2 p-6 text-muted">
        <Spinner />
        {texts.loading}
      </p>
    );
  }
  return (
    <div role="region" aria-label={texts.content} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      {children}
    </div>
  );
}

/** A file's content: loading, failed or loaded. */
export type ContentState<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'loaded'; content: T };

/** Fetches a file without credentials and reads it. `read` must be a stable function. */
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

/** The beginning of a text, and whether it was cut. */
export interface TextStart {
  text: string;
  isCut: boolean;
}

/** How many bytes of a text are shown. */
export const shownBytes = 200_000;

/** Reads the beginning of a text as UTF-8, and cancels the rest. */
export async function readTextStart(response: Response): Promise<TextStart> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = shownBytes;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(chunk.value.subarray(0, left), { stream: true });
    left -= chunk.value.length;
    if (left < 0) {
      await reader?.cancel();
      return { text, isCut: true };
    }
  }
}
