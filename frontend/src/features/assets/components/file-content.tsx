import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import type { ContentState } from '../api/use-content.ts';
import * as texts from '../texts.ts';

/** The content of a file once it is there; until then that it is coming, or why it is not. */
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
