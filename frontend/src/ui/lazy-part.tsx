import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import * as texts from './texts.ts';
import { toast } from './toast/toast.ts';

/** What to do so that parts which could not be fetched are fetched anew. */
const renewals: (() => void)[] = [];

/** The parts that could not be fetched are tried again when they are next wanted. */
export function retryFailedParts(): void {
  for (const renew of renewals.splice(0)) renew();
}

/** React's `lazy` for a part within a `ChunkBoundary`: a fetch that failed is not remembered for ever. */
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

/** Fetches parts before they are wanted, which may be without a connection; the returned function takes it back. */
export function fetchWhenIdle(...loads: (() => Promise<unknown>)[]): () => void {
  return whenIdle(() => {
    for (const load of loads)
      load().catch((error: unknown) => console.warn('Fetched when it is needed', error));
  });
}

interface ChunkBoundaryProps {
  /** Takes back what wanted the part, so that the page stands as before. */
  onFailure: () => void;
  /** Stands there until the part has come. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Stands around a part that is fetched on demand: when it cannot be shown, says so and leaves the rest of the page alone. */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page could not be shown', error);
    const problem = { tone: 'danger', title: texts.partNotLoaded } as const;
    // Without a connection the page would not come back from a reload.
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
