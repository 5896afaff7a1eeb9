import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { whenInUse } from '../lib/time.ts';
import * as texts from './texts.ts';
import { toast } from './toast/toast.ts';

/** Resets the parts that failed to load. */
const renewals: (() => void)[] = [];

/** Makes parts that failed to load try again at their next use. */
export function retryFailedParts(): void {
  for (const renew of renewals.splice(0)) renew();
}

/** React's `lazy` for a part within a `ChunkBoundary`, which tries again after a failure. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const fetched = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        renewals.push(() => {
          part = fetched();
        });
        throw error;
      }),
    );
  let part = fetched();
  return (props) => createElement<P>(part as unknown as ComponentType<P>, props);
}

/** Loads parts ahead of their use, which may be offline, once the page is in use. Returns a function that cancels it. */
export function fetchWhenInUse(...loads: (() => Promise<unknown>)[]): () => void {
  return whenInUse(() => {
    for (const load of loads)
      load().catch((error: unknown) => console.warn('Fetched when it is needed', error));
  });
}

interface ChunkBoundaryProps {
  /** Closes what needed the part. */
  onFailure: () => void;
  /** Shown until the part is loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Wraps a part that is loaded on demand: if that fails, shows a toast and leaves the rest of the page alone. */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page could not be shown', error);
    const problem = { tone: 'danger', title: texts.partNotLoaded } as const;
    // Offline, reloading would lose the page.
    if (navigator.onLine)
      toast({
        ...problem,
        description: texts.partNotLoadedText,
        action: { label: texts.reload, run: () => window.location.reload() },
      });
    else toast({ ...problem, description: texts.offline });
    retryFailedParts();
    this.props.onFailure();
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.failed ? null : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
