import { type Templates, templateRoutes } from '@studio/contract/http/templates';
import { useCallback, useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';

/** The starter templates on their way, here, or why they are not. */
export type TemplatesState =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'loaded'; templates: Templates };

/** Fetches the starter templates while the dialog is open; the browser asks with the ETag of the last time. */
export function useTemplates(call: Call): TemplatesState {
  const [state, setState] = useState<TemplatesState>({ status: 'loading' });

  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(templateRoutes.listTemplates, { signal });
      if (signal.aborted) return;
      if (answer.ok) return setState({ status: 'loaded', templates: answer.data.templates });
      const retry = () => {
        setState({ status: 'loading' });
        void load(signal);
      };
      setState({ status: 'failed', message: answer.error.message, retry });
    },
    [call],
  );

  useEffect(() => {
    const closed = new AbortController();
    void load(closed.signal);
    return () => closed.abort();
  }, [load]);

  return state;
}
