import { Component, type ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/progress-indicators.tsx';
import * as texts from './texts.ts';

/** After any error while rendering, shows what to do instead of a blank page. It loads nothing on demand. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('The page could not be drawn', error);
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main role="alert" className="grid min-h-full place-content-center justify-items-center gap-2 p-4">
        <h1 className="font-medium">{texts.wentWrong}</h1>
        <p className="text-muted">{texts.wentWrongText}</p>
        <div className="flex gap-2">
          <Button look="primary" onClick={() => window.location.reload()}>
            {texts.reload}
          </Button>
          <Button onClick={() => window.location.assign('/')}>{texts.goHome}</Button>
        </div>
      </main>
    );
  }
}

/** Shown until a page is loaded. */
export function PageLoading() {
  return (
    <main aria-busy className="flex h-full items-center justify-center gap-2 text-muted">
      <Spinner size={18} />
      {texts.loading}
    </main>
  );
}
