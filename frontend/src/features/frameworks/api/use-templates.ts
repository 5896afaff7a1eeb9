import { type Templates, templateRoutes } from '@studio/contract/http/templates';
import { useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';

/** The starter templates on their way, here, or why they are not. */
export type TemplatesState =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'loaded'; templates: Templates };

/** Fetches the starter templates while the dialog is open; the browser asks with the ETag of the last time. */
export function useTemplates(call: Call): TemplatesState {
  const [state, setState] = useState<TemplatesState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const closed = new AbortController();
    async function load() {
      const answer = await call(templateRoutes.listTemplates, { signal: closed.signal });
      if (closed.signal.aborted) return;
      if (answer.ok) return setState({ status: 'loaded', templates: answer.data.templates });
      const retry = () => {
        setState({ status: 'loading' });
        setAttempt(attempt + 1);
      };
      setState({ status: 'failed', message: answer.error.message, retry });
    }
    void load();
    return () => closed.abort();
  }, [call, attempt]);

  return state;
}
