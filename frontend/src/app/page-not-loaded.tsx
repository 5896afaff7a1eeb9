import { CloudAlert } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { retry as retryLabel } from '@/ui/dialogs/texts.ts';
import { EmptyState } from '@/ui/lists/list-states.tsx';
import * as texts from '@/ui/texts.ts';
import { PageLoading } from './page-fallbacks.tsx';

interface PageModule<P> {
  default: ComponentType<P>;
}

/** A page in place of one whose code could not be loaded. It loads that when it is shown, and on request. */
export function pageNotLoaded<P extends object>(load: () => Promise<PageModule<P>>): PageModule<P> {
  function PageNotLoaded(props: P) {
    const [result, setResult] = useState<{ Page: ComponentType<P> | null } | null>(null);
    const retry = () => {
      setResult(null);
      load().then(
        ({ default: Page }) => setResult({ Page }),
        (error: unknown) => {
          console.error('A page could not be loaded', error);
          setResult({ Page: null });
        },
      );
    };
    useEffect(retry, []);

    if (!result) return <PageLoading />;
    if (result.Page) return <result.Page {...props} />;
    return (
      <main role="alert" className="grid min-h-full place-items-center">
        <EmptyState
          icon={CloudAlert}
          title={texts.partNotLoaded}
          text={navigator.onLine ? texts.partNotLoadedText : texts.offline}
        >
          <Button look="primary" onClick={retry}>
            {retryLabel}
          </Button>
          {/* Offline, reloading would lose the page. */}
          {navigator.onLine && <Button onClick={() => window.location.reload()}>{texts.reload}</Button>}
        </EmptyState>
      </main>
    );
  }
  return { default: PageNotLoaded };
}
